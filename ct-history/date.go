package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parseTime returns the seconds since 1970 of a day, a time, or an age such as "2 weeks". A day alone is its beginning, or
// its end if end is set. git itself takes what it does not understand for the present.
func parseTime(text string, now time.Time, end bool) (int64, error) {
	if day, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil {
		if end {
			day = day.AddDate(0, 0, 1).Add(-time.Second)
		}
		return atLeastOne(day.Unix()), nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return atLeastOne(t.Unix()), nil
		}
	}
	if t, ok := before(text, now); ok {
		return atLeastOne(t.Unix()), nil
	}
	return 0, fmt.Errorf("must be a day as 2026-01-31, a time as 2026-01-31T12:00:00Z, or an age as \"2 weeks\", not %q", text)
}

// atLeastOne returns seconds, or the first second that is a bound: 0 means none.
func atLeastOne(seconds int64) int64 { return max(seconds, 1) }

// before returns the time of an age: "3 days", "3 days ago", "3d".
func before(text string, now time.Time) (time.Time, bool) {
	text = strings.TrimSuffix(text, " ago")
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.Atoi(text[:digits])
	if err != nil || n > 100_000 {
		return now, false
	}
	unit := strings.TrimPrefix(text[digits:], " ")
	if len(unit) > 1 {
		unit = strings.TrimSuffix(unit, "s")
	}
	switch unit {
	case "h", "hour":
		return now.Add(-time.Duration(n) * time.Hour), true
	case "d", "day":
		return now.AddDate(0, 0, -n), true
	case "w", "week":
		return now.AddDate(0, 0, -7*n), true
	case "month":
		return now.AddDate(0, -n, 0), true
	case "y", "year":
		return now.AddDate(-n, 0, 0), true
	}
	return now, false
}

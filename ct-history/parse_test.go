package main

import (
	"strings"
	"testing"
	"time"
)

func TestParseTime(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 3600)
	now := time.Date(2026, 3, 31, 12, 0, 0, 0, zone)
	for text, want := range map[string]string{
		"2026-01-31": "2026-01-31T00:00:00+01:00", "2026-01-31T10:20:30Z": "2026-01-31T11:20:30+01:00", "2026-01-31T10:20:30-02:00": "2026-01-31T13:20:30+01:00",
		"2026-01-31 10:20:30 +0200": "2026-01-31T09:20:30+01:00", "2026-01-31 10:20": "2026-01-31T10:20:00+01:00", "2026-01-31T10:20:30": "2026-01-31T10:20:30+01:00",
		"2 weeks": "2026-03-17T12:00:00+01:00", "3 days ago": "2026-03-28T12:00:00+01:00", "1d": "2026-03-30T12:00:00+01:00", "1 year": "2025-03-31T12:00:00+01:00",
		"5 hours ago": "2026-03-31T07:00:00+01:00", "2 months": "2026-01-31T12:00:00+01:00",
		"": "", "now": "", "yesterday": "", "2026-02-30": "", "3": "", "3 m": "", "-3 days": "", "3  days": "", "100001 days": "",
	} {
		seconds, err := parseTime(text, now, false)
		if want == "" {
			if err == nil {
				t.Errorf("%q is taken for %v", text, time.Unix(seconds, 0))
			}
			continue
		}
		if got := time.Unix(seconds, 0).In(zone).Format(time.RFC3339); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
	if seconds, _ := parseTime("2026-01-31", now, true); time.Unix(seconds, 0).In(zone).Format(time.RFC3339) != "2026-01-31T23:59:59+01:00" {
		t.Errorf("the end of a day: %v", time.Unix(seconds, 0).In(zone))
	}
}

func FuzzParseTime(f *testing.F) {
	f.Add("2026-01-31T00:00:00Z")
	f.Add("3 weeks ago")
	f.Fuzz(func(t *testing.T, text string) {
		now := time.Now()
		begin, err := parseTime(text, now, false)
		end, errEnd := parseTime(text, now, true)
		if (err == nil) != (errEnd == nil) || err == nil && (begin < 1 || end < begin) {
			t.Errorf("%q: %d, %v; %d, %v", text, begin, err, end, errEnd)
		}
	})
}

func FuzzParseCursor(f *testing.F) {
	f.Add(cursor{strings.Repeat("a", 40), 20, "0123456789ab"}.String())
	f.Add("..")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := parseCursor(text); err == nil && (c.String() != text || c.shown < 1 || len(c.head) < 40) {
			t.Errorf("%q: %+v", text, c)
		}
	})
}

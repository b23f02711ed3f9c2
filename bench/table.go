package main

import (
	"fmt"
	"slices"
	"strings"
)

// heading is the heading of a tree's table; result.cells returns a line of it.
var heading = []string{"case", "ours, ms", "theirs, ms", "ratio", "at most", "met", "peak, MiB", "lines"}

// met reports whether the row's target was met; that of a refused row was not.
func (r result) met() bool {
	switch {
	case r.refused != "":
		return false
	case r.row.inMS:
		return r.difference() <= r.row.atMost
	}
	return r.ratio() <= r.row.atMost
}

func (r result) cells() []string {
	if r.refused != "" {
		return []string{r.row.name, "", "", "none: " + r.refused, r.target(), "no", "", ""}
	}
	measured := fmt.Sprintf("%.2f", r.ratio())
	if r.row.inMS {
		measured = fmt.Sprintf("%+.1f ms", r.difference())
	}
	return []string{
		r.row.name, spread(times(r.ours)), spread(times(r.theirs)), measured, r.target(), yes(r.met()),
		mib(mostMiB(r.ours)) + " / " + mib(mostMiB(r.theirs)), fmt.Sprint(r.lines),
	}
}

func (r result) target() string {
	if r.row.inMS {
		return fmt.Sprintf("%+.1f ms", r.row.atMost)
	}
	return fmt.Sprintf("%.2f", r.row.atMost)
}

// plain formats the row for a terminal.
func (r result) plain() string {
	c := r.cells()
	if r.refused != "" {
		return fmt.Sprintf("%-28s %s", c[0], c[3])
	}
	return fmt.Sprintf("%-28s %-20s %-20s %8s of %-8s %-3s %s MiB", c[0], c[1], c[2], c[3], c[4], c[5], c[6])
}

// spread formats the median of values in ms, with the minimum and the maximum.
func spread(values []float64) string {
	return fmt.Sprintf("%s (%s–%s)", ms(median(values)), ms(slices.Min(values)), ms(slices.Max(values)))
}

func ms(v float64) string {
	if v < 100 {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// mib formats a peak of memory, "?" if it is unknown.
func mib(v float64) string {
	if v == 0 {
		return "?"
	}
	return fmt.Sprintf("%.0f", v)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// judgement is a figure for several rows together.
type judgement struct{ name, measured, atMost, met string }

func (j judgement) plain() string {
	return fmt.Sprintf("%-28s %s of %s %s", j.name, j.measured, j.atMost, j.met)
}

// summary compares the mean ratio and our peak memory with their limits, unless a row for them is missing.
func summary(results []result) []judgement {
	var ratios []float64
	peaks := map[*bound]float64{}
	var bounds []*bound // in the order of the rows
	for _, r := range results {
		if b := r.row.limit; b != nil && !slices.Contains(bounds, b) {
			bounds = append(bounds, b)
		}
		if r.refused != "" {
			continue
		}
		if !r.row.inMS && !r.row.apart {
			ratios = append(ratios, r.ratio())
		}
		if b := r.row.limit; b != nil {
			peaks[b] = max(peaks[b], mostMiB(r.ours))
		}
	}
	mean := judgement{fmt.Sprintf("geometric mean of %d ratios", len(ratios)), "none", fmt.Sprintf("%.2f", meanAtMost), "no"}
	if v := geometricMean(ratios); len(ratios) > 0 && refusals(results) == nil {
		mean.measured, mean.met = fmt.Sprintf("%.2f", v), yes(v <= meanAtMost)
	}
	all := []judgement{mean}
	for _, b := range bounds {
		j := judgement{b.name, "none", fmt.Sprintf("%.0f MiB", b.mib), "no"}
		missing := slices.ContainsFunc(results, func(r result) bool { return r.row.limit == b && r.refused != "" })
		if v := peaks[b]; v > 0 && !missing {
			j.measured, j.met = fmt.Sprintf("%.0f MiB", v), yes(v <= b.mib)
		}
		all = append(all, j)
	}
	return all
}

// markdown formats a table. The first column is text, the others are figures.
func markdown(heading []string, lines [][]string) string {
	var b strings.Builder
	write := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	write(heading)
	b.WriteString("| ---" + strings.Repeat(" | ---:", len(heading)-1) + " |\n")
	for _, cells := range lines {
		write(cells)
	}
	return b.String()
}

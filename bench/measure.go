package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"
)

// sample is one run of a program.
type sample struct {
	ms  float64 // from before its start until its end was noticed and its output read
	kib int64   // its peak memory, 0 if unknown
}

// result is a row, measured or refused.
type result struct {
	row          row
	refused      string // why there is no ratio, "" if there is one
	lines        int64  // that our program prints
	ours, theirs []sample
}

// measure compares both sides, then times them in turn, ours first. Every run must print as much.
func (r row) measure(p programs, dir string, runs int) result {
	done := result{row: r}
	dir = cmp.Or(r.in, dir)
	var want output
	if want, done.refused = r.compare(p, dir); done.refused != "" {
		return done
	}
	done.lines = want.lines
	buffer := make([]byte, bufferSize)
	for range runs * max(1, r.times) {
		for _, side := range []struct {
			words   []string
			bytes   int64
			samples *[]sample
		}{{r.ours, want.ours, &done.ours}, {r.theirs, want.theirs, &done.theirs}} {
			var err error
			if r.cold {
				err = p.dropCaches(side.words[0])
			}
			var s sample
			var n int64
			if err == nil {
				s, n, err = p.time(dir, side.words, buffer)
			}
			if err == nil && n != side.bytes {
				err = fmt.Errorf("%s printed %d bytes, and %d when it was compared", side.words[0], n, side.bytes)
			}
			if err != nil {
				done.refused = err.Error()
				return done
			}
			*side.samples = append(*side.samples, s)
		}
	}
	return done
}

// time runs a process. It also returns how many bytes the process printed.
func (p programs) time(dir string, words []string, buffer []byte) (s sample, bytes int64, err error) {
	begin := time.Now()
	run, err := p.start(dir, words)
	if err != nil {
		return s, 0, err
	}
	for {
		n, err := run.stdout.Read(buffer)
		bytes += int64(n)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return s, 0, errors.Join(err, run.stop(false))
		}
	}
	err = run.wait()
	s.ms = float64(time.Since(begin)) / float64(time.Millisecond)
	s.kib = peak(run.cmd.ProcessState)
	return s, bytes, err
}

// dropCaches empties Linux's caches of files and names, then reads a program itself.
func (p programs) dropCaches(program string) error {
	if err := os.WriteFile("/proc/sys/vm/drop_caches", []byte("3"), 0); err != nil {
		return fmt.Errorf("the caches cannot be emptied (this takes root on Linux): %w", err)
	}
	_, err := p.firstLine("", list(program, "--version"))
	return err
}

// ratio is the median of the pairs' ratios: the two processes of a pair ran under the same load.
func (r result) ratio() float64 {
	return median(pairs(r.ours, r.theirs, func(a, b float64) float64 { return a / b }))
}

// difference is the median of the pairs' differences, in ms.
func (r result) difference() float64 {
	return median(pairs(r.ours, r.theirs, func(a, b float64) float64 { return a - b }))
}

func pairs(ours, theirs []sample, of func(a, b float64) float64) []float64 {
	values := make([]float64, len(ours))
	for i := range ours {
		values[i] = of(ours[i].ms, theirs[i].ms)
	}
	return values
}

// median returns the middle one of values, or the mean of the two in the middle.
func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// geometricMean returns the mean for ratios: halving one and doubling another does not change it.
func geometricMean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// times returns the run times of samples in ms.
func times(samples []sample) []float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = s.ms
	}
	return values
}

// mostMiB returns the highest peak memory of samples, in MiB.
func mostMiB(samples []sample) float64 {
	var most int64
	for _, s := range samples {
		most = max(most, s.kib)
	}
	return float64(most) / 1024
}

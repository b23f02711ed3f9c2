package toon

import (
	"strconv"
	"strings"
)

// numeric reports whether some reader could take a string for a number, including one with a
// leading zero or plus (§7.2).
func numeric(s string) bool {
	if s[0] == '+' || s[0] == '-' {
		s = s[1:]
	}
	s, ok := digits(s)
	if !ok {
		return false
	}
	if rest, point := strings.CutPrefix(s, "."); point {
		if s, ok = digits(rest); !ok {
			return false
		}
	}
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return s == ""
	}
	if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	s, ok = digits(s)
	return ok && s == ""
}

// digits returns the rest of s after its leading digits. There must be at least one.
func digits(s string) (rest string, ok bool) {
	i := 0
	for i < len(s) && digit(s[i]) {
		i++
	}
	return s[i:], i > 0
}

// The powers of ten between which a number has no exponent (§2): from 1e-6 to below 1e21.
const (
	leastPlain = -6
	mostPlain  = 21
)

// number returns a JSON number in canonical form, with the same value: no leading zeros, no
// trailing zeros in the fraction, no minus before zero, and an exponent only outside the range of
// plain decimals.
func number(s string) string {
	rest, negative := strings.CutPrefix(s, "-")
	mantissa, power, exponential := strings.Cut(strings.ToLower(rest), "e")
	exponent := 0
	if exponential {
		var err error
		if exponent, err = strconv.Atoi(power); err != nil || exponent > 1<<30 || exponent < -1<<30 {
			if strings.Trim(mantissa, "0.") == "" {
				return "0"
			}
			return s // too large or too small to be useful; unchanged
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := strings.TrimLeft(whole+fraction, "0")
	// The value is 0.all times ten to the power of point.
	point := exponent + len(whole) - (len(whole) + len(fraction) - len(all))
	all = strings.TrimRight(all, "0")
	sign := ""
	if negative {
		sign = "-"
	}
	switch {
	case all == "":
		return "0"
	case point <= leastPlain || point > mostPlain:
		if len(all) > 1 {
			all = all[:1] + "." + all[1:]
		}
		form := "e"
		if point > 0 {
			form = "e+"
		}
		return sign + all + form + strconv.Itoa(point-1)
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + all
	case point >= len(all):
		return sign + all + strings.Repeat("0", point-len(all))
	}
	return sign + all[:point] + "." + all[point:]
}

package main

import (
	"unicode"
	"unicode/utf8"
)

// nextWord returns the bounds of the first word of text that begins at or after i; start is
// len(text) if there is none. A word is a run of letters and digits with their marks. A character
// of Han, Kana or Hangul is a word by itself, because these scripts do not separate words, or not
// only words.
func nextWord(text []byte, i int) (start, end int) {
	for i < len(text) {
		c := text[i]
		if c < utf8.RuneSelf {
			if asciiWord(c) {
				return i, wordEnd(text, i+1)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case single(r):
			return i, i + n
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			return i, wordEnd(text, i+n)
		}
		i += n
	}
	return len(text), len(text)
}

// wordEnd returns the end of a word that continues at i.
func wordEnd(text []byte, i int) int {
	for i < len(text) {
		c := text[i]
		if c < utf8.RuneSelf {
			if !asciiWord(c) {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if single(r) || !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) {
			return i
		}
		i += n
	}
	return i
}

func asciiWord(c byte) bool { return c|0x20-'a' < 26 || c-'0' < 10 }

// single reports whether r is a word by itself.
func single(r rune) bool {
	return r >= 0x1100 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hangul, r) ||
		unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) || r == 'ー')
}

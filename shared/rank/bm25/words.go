package bm25

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NextWord returns the bounds of the first word of text that begins at or after i; start is len(text) if there is none.
// A word is a run of letters and digits with their marks. A character of Han, Kana or Hangul is a word by itself,
// because these scripts do not separate words, or not only words.
func NextWord(text []byte, i int) (start, end int) {
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf {
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
		if c := text[i]; c < utf8.RuneSelf {
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

// AppendFolded appends word to dst in lower case, and in a form that does not depend on its encoding: letters with the
// marks of European scripts are one character, full-width forms become the ordinary ones, and a sigma is the same at
// the end of a word. That is as much of Unicode's NFKC as the words of a text need; the complete tables would cost more
// at the start of the program than the search.
func AppendFolded(dst, word []byte) []byte {
	begin := len(dst)
	for i := 0; i < len(word); {
		if c := word[i]; c < utf8.RuneSelf {
			if c-'A' < 26 {
				c |= 0x20
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(word[i:])
		i += n
		switch {
		case r >= 0x300 && r < 0x370:
			dst = appendMark(dst, begin, r)
			continue
		case r == 'ς':
			r = 'σ'
		case r > 0xFF00 && r < 0xFF5F:
			r -= 0xFF01 - '!'
		}
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
	}
	return dst
}

// appendMark combines a mark with the last letter of dst, whose word starts at begin, or else appends it.
func appendMark(dst []byte, begin int, mark rune) []byte {
	letter, n := utf8.DecodeLastRune(dst[begin:])
	letters, marked := compositions(mark)
	if at := strings.IndexRune(letters, letter); n > 0 && at >= 0 {
		both := []rune(marked)[utf8.RuneCountInString(letters[:at])]
		return utf8.AppendRune(dst[:len(dst)-n], both)
	}
	return utf8.AppendRune(dst, mark)
}

// compositions returns the lower-case letters that a mark combines with, and the combined letters in the same order
// (Unicode Character Database, canonical decompositions; Latin, Greek and Cyrillic of Europe, and Vietnamese).
func compositions(mark rune) (letters, marked string) {
	switch mark {
	case 0x300:
		return "aeiouüеиēōwâăêôơưy", "àèìòùǜѐѝḕṑẁầằềồờừỳ"
	case 0x301:
		return "aeiouyclnrszü¨ϊαεηιϋουωгкçēïkmõōpũwâăêôơư", "áéíóúýćĺńŕśźǘ΅ΐάέήίΰόύώѓќḉḗḯḱḿṍṓṕṹẃấắếốớứ"
	case 0x302:
		return "aeioucghjswyzạẹọ", "âêîôûĉĝĥĵŝŵŷẑậệộ"
	case 0x303:
		return "anoiuvâăeêôơưy", "ãñõĩũṽẫẵẽễỗỡữỹ"
	case 0x304:
		return "aeiouüäǫgḷṛ", "āēīōūǖǟǭḡḹṝ"
	case 0x306:
		return "aegiouиуȩạ", "ăĕğĭŏŭйўḝặ"
	case 0x307:
		return "cegzbdfhmnprsśšṣtwxyſ", "ċėġżḃḋḟḣṁṅṗṙṡṥṧṩṫẇẋẏẛ"
	case 0x308:
		return "aeiouyιυеіhõūwxt", "äëïöüÿϊϋёїḧṏṻẅẍẗ"
	case 0x309:
		return "aâăeêioôơuưy", "ảẩẳẻểỉỏổởủửỷ"
	case 0x30A:
		return "auwy", "åůẘẙ"
	case 0x30B:
		return "ou", "őű"
	case 0x30C:
		return "cdelnrstzaiouügkʒh", "čďěľňřšťžǎǐǒǔǚǧǩǯȟ"
	case 0x31B:
		return "ou", "ơư"
	case 0x323:
		return "bdhklmnrstvwzaeioơuưy", "ḅḍḥḳḷṃṇṛṣṭṿẉẓạẹịọợụựỵ"
	case 0x327:
		return "cgklnrstdh", "çģķļņŗşţḑḩ"
	case 0x328:
		return "aeiuo", "ąęįųǫ"
	}
	return "", ""
}

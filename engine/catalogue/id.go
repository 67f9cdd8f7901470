package catalogue

import "cmp"

// key is an id in sixteen bytes when it is a UUID in the usual form, which
// keeps the order of the texts. Any other id stands in the chunk's arena.
type key [16]byte

// packID takes an id in the form 8-4-4-4-12 of lower-case hexadecimals.
func packID(id string) (k key, ok bool) {
	if len(id) != 36 || id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-' {
		return key{}, false
	}
	n := 0
	for i := 0; i < len(id); i++ {
		switch i {
		case 8, 13, 18, 23:
			continue
		}
		c := id[i]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		default:
			return key{}, false
		}
		k[n>>1] = k[n>>1]<<4 | c
		n++
	}
	return k, true
}

func (k key) String() string { return string(k.append(make([]byte, 0, 36))) }

// append appends the id in its usual form.
func (k key) append(out []byte) []byte {
	const digits = "0123456789abcdef"
	for i, b := range k {
		switch i {
		case 4, 6, 8, 10:
			out = append(out, '-')
		}
		out = append(out, digits[b>>4], digits[b&15])
	}
	return out
}

func (k key) compare(other key) int {
	for i := range k {
		if k[i] != other[i] {
			return cmp.Compare(k[i], other[i])
		}
	}
	return 0
}

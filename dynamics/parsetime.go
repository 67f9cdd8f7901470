package dynamics

import (
	"strings"
	"time"
	"unicode/utf8"
)

// ParseTime reads a timestamp as memory files have them: ISO 8601 in the
// forms that the published code reads, and as the instant it reads.
//
//	date    2026-01-31, 20260131, 2026-W05-6, 2026W056, 2026-W05, 2026W05
//	time    after any one character but a digit: 12, 12:30, 12:30:15, 1230, 123015,
//	        with a fraction of a second after "." or ","
//	offset  Z, ±05, ±05:30, ±0530, ±05:30:15, less than a day; a space may
//	        stand before it
//
// A date alone is its midnight; without an offset the time is UTC. Digits
// beyond the microsecond are cut off. Years run from 1 to 9999; leap seconds
// and 24:00 do not exist. Space around the text is ignored. The result is in
// UTC; the error is a *[TimeError].
//
// Source: MemPalace, which reads with Python's datetime.fromisoformat.
func ParseTime(s string) (time.Time, error) {
	p := isoText{rest: strings.TrimSpace(s)}
	date, ok := p.date()
	if !ok {
		return time.Time{}, &TimeError{Text: s, Why: "no date at its start"}
	}
	if p.rest == "" || p.rest == "Z" {
		return date, nil
	}
	if p.startsWithDigit() {
		return time.Time{}, &TimeError{Text: s, Why: "the date runs on into another digit"}
	}
	p.skipRune()
	clock, ok := p.clock()
	if !ok {
		return time.Time{}, &TimeError{Text: s, Why: "no time of day after the date"}
	}
	offset, ok := p.offset()
	if !ok {
		return time.Time{}, &TimeError{Text: s, Why: "what follows the time is not an offset from UTC"}
	}
	return date.Add(clock - offset), nil
}

// isoText is what is left to read of a timestamp.
type isoText struct{ rest string }

// digits takes exactly n digits.
func (p *isoText) digits(n int) (int, bool) {
	if len(p.rest) < n {
		return 0, false
	}
	value := 0
	for i := range n {
		digit := p.rest[i]
		if digit < '0' || digit > '9' {
			return 0, false
		}
		value = value*10 + int(digit-'0')
	}
	p.rest = p.rest[n:]
	return value, true
}

// skip takes one byte if it is b.
func (p *isoText) skip(b byte) bool {
	if p.rest == "" || p.rest[0] != b {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *isoText) skipRune() {
	_, size := utf8.DecodeRuneInString(p.rest)
	p.rest = p.rest[size:]
}

func (p *isoText) date() (time.Time, bool) {
	year, ok := p.digits(4)
	if !ok || year == 0 {
		return time.Time{}, false
	}
	dashed := p.skip('-')
	if p.skip('W') {
		return p.weekDate(year, dashed)
	}
	month, ok := p.digits(2)
	if !ok || (dashed && !p.skip('-')) {
		return time.Time{}, false
	}
	day, ok := p.digits(2)
	if !ok {
		return time.Time{}, false
	}
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	// time.Date carries 31 June over into July; a timestamp must not.
	return date, date.Month() == time.Month(month) && date.Day() == day
}

// weekDate reads the week, and the day of it where there is one.
func (p *isoText) weekDate(year int, dashed bool) (time.Time, bool) {
	week, ok := p.digits(2)
	if !ok {
		return time.Time{}, false
	}
	day := 1
	before := *p
	if !dashed || p.skip('-') {
		if d, ok := p.digits(1); ok {
			day = d
		} else {
			*p = before
		}
	}
	if day < 1 || day > 7 {
		return time.Time{}, false
	}
	// The 4th of January is in week 1 of its ISO year.
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
	date := monday.AddDate(0, 0, (week-1)*7+day-1)
	gotYear, gotWeek := date.ISOWeek()
	return date, gotYear == year && gotWeek == week && date.Year() >= 1 && date.Year() <= 9999
}

// clock reads a time of day.
func (p *isoText) clock() (time.Duration, bool) {
	hour, ok := p.digits(2)
	if !ok || hour > 23 {
		return 0, false
	}
	rest, ok := p.minutes()
	return time.Duration(hour)*time.Hour + rest, ok
}

// offset reads what is left as a distance from UTC.
func (p *isoText) offset() (time.Duration, bool) {
	p.skip(' ')
	switch {
	case p.rest == "":
		return 0, true
	case p.rest == "Z":
		return 0, true
	}
	sign := time.Duration(1)
	if p.skip('-') {
		sign = -1
	} else if !p.skip('+') {
		return 0, false
	}
	hour, ok := p.digits(2)
	if !ok || hour > 23 {
		return 0, false
	}
	rest, ok := p.minutes()
	return sign * (time.Duration(hour)*time.Hour + rest), ok && p.rest == ""
}

// minutes reads what may follow an hour: minutes, seconds and a fraction,
// with colons throughout or not at all.
func (p *isoText) minutes() (time.Duration, bool) {
	colons := p.skip(':')
	if !colons && !p.startsWithDigit() {
		return 0, true
	}
	minute, ok := p.digits(2)
	if !ok || minute > 59 {
		return 0, false
	}
	total := time.Duration(minute) * time.Minute
	if colons && !p.skip(':') || !colons && !p.startsWithDigit() {
		return total, true
	}
	second, ok := p.digits(2)
	if !ok || second > 59 {
		return 0, false
	}
	total += time.Duration(second) * time.Second
	if !p.skip('.') && !p.skip(',') {
		return total, true
	}
	fraction, ok := p.fraction()
	return total + fraction, ok
}

// fraction reads the digits of a fraction of a second, to the microsecond.
func (p *isoText) fraction() (time.Duration, bool) {
	if !p.startsWithDigit() {
		return 0, false
	}
	var total time.Duration
	for unit := 100 * time.Millisecond; p.startsWithDigit(); unit /= 10 {
		if unit >= time.Microsecond {
			total += unit * time.Duration(p.rest[0]-'0')
		}
		p.rest = p.rest[1:]
	}
	return total, true
}

func (p *isoText) startsWithDigit() bool {
	return p.rest != "" && p.rest[0] >= '0' && p.rest[0] <= '9'
}

package mergetext

import "strings"

// Take decides about the current difference; it goes on to the next one that
// is open, if there is one behind it. A text that stood in place of the hunks
// gives way to them.
func (d *Doc) Take(t Take) {
	if t == Open || t == TakeOwn {
		return
	}
	d.decide(t, "")
}

// TakeRest decides about all differences that are open, as one decision.
func (d *Doc) TakeRest(t Take) {
	if t == Open || t == TakeOwn || d.Left() == 0 {
		return
	}
	first, at := true, d.at
	for _, i := range d.open {
		if h := &d.hunks[i]; h.Take == Open {
			d.past = append(d.past, step{hunk: i, at: at, more: !first})
			h.Take, first = t, false
		}
	}
}

// Edit decides about the current difference with the person's own words.
func (d *Doc) Edit(text string) { d.decide(TakeOwn, text) }

func (d *Doc) decide(t Take, own string) {
	_, i := d.At()
	if i < 0 {
		return
	}
	h := &d.hunks[i]
	d.past = append(d.past, step{hunk: i, take: h.Take, own: h.Own, whole: d.whole, at: d.at})
	h.Take, h.Own, d.whole = t, own, nil
	for next := d.at + 1; next < len(d.open); next++ {
		if d.hunks[d.open[next]].Take == Open {
			d.at = next
			return
		}
	}
}

// Begin is what an edit of the current difference begins with: what was
// decided, else A's words, else B's.
func (d *Doc) Begin() string {
	_, i := d.At()
	if i < 0 {
		return ""
	}
	h := &d.hunks[i]
	switch {
	case h.Take == TakeOwn:
		return h.Own
	case h.Take == TakeB, h.Take != TakeBoth && len(h.a) == 0:
		return h.B
	case h.Take == TakeBoth:
		var b builder
		b.doc = d
		b.units(h.a)
		b.units(h.b)
		return joined(b.out)
	}
	return h.A
}

// Rewrite puts a text in place of all hunks; by says who wrote it, "" for the
// person.
func (d *Doc) Rewrite(text, by string) {
	d.past = append(d.past, step{hunk: -1, whole: d.whole, at: d.at})
	d.whole = &Whole{Text: text, By: by}
}

// Undo takes the last decision back; false when there is none.
func (d *Doc) Undo() bool {
	if len(d.past) == 0 {
		return false
	}
	for more := true; more; {
		s := d.past[len(d.past)-1]
		d.past = d.past[:len(d.past)-1]
		if s.hunk >= 0 {
			d.hunks[s.hunk].Take, d.hunks[s.hunk].Own = s.take, s.own
		}
		d.whole, d.at, more = s.whole, s.at, s.more
	}
	return true
}

// Decided reports whether anything was decided, and would be lost.
func (d *Doc) Decided() bool { return len(d.past) > 0 }

// Text is the text as decided; ok is false while a difference is open. All of
// A's, or all of B's, is that text to the byte.
func (d *Doc) Text() (text string, ok bool) {
	if d.whole != nil {
		return d.whole.Text, true
	}
	b := builder{doc: d}
	takes := [TakeOwn + 1]int{}
	for i := range d.hunks {
		h := &d.hunks[i]
		if h.Same {
			b.same(h)
			continue
		}
		takes[h.Take]++
		switch h.Take {
		case Open:
			return "", false
		case TakeA:
			b.units(h.a)
		case TakeB:
			b.units(h.b)
		case TakeBoth:
			b.units(h.a)
			b.units(h.b)
		case TakeOwn:
			if h.Own != "" {
				b.units([]unit{{text: h.Own}})
			}
		}
	}
	switch len(d.open) {
	case takes[TakeA]:
		return d.a, true
	case takes[TakeB]:
		return d.b, true
	}
	return b.text(), true
}

// Authors says in words whose text it is: "A", "B", "A and B", "you".
func (d *Doc) Authors() string {
	if d.whole != nil {
		if d.whole.By == "" {
			return "you"
		}
		return d.whole.By
	}
	var a, b, own bool
	for _, i := range d.open {
		t := d.hunks[i].Take
		a = a || t == TakeA || t == TakeBoth
		b = b || t == TakeB || t == TakeBoth
		own = own || t == TakeOwn
	}
	var parts []string
	for _, p := range []struct {
		is   bool
		name string
	}{{a, "A"}, {b, "B"}, {own, "you"}} {
		if p.is {
			parts = append(parts, p.name)
		}
	}
	if len(parts) == 3 {
		return "A, B and you"
	}
	return strings.Join(parts, " and ")
}

// builder puts units together and sees that something stands between them.
type builder struct {
	doc *Doc
	out []unit
	end string // what stands behind the last unit when nothing follows
}

func (b *builder) units(us []unit) {
	for i, u := range us {
		b.add(u, i == len(us)-1)
	}
}

// add appends a unit; its tail counts at the end only when it ended its side.
func (b *builder) add(u unit, last bool) {
	b.out = append(b.out, u)
	b.end = ""
	if last {
		b.end = u.tail
	}
}

// same appends what both sides have. Where one side ends with it, that side
// says how the text ends.
func (b *builder) same(h *Hunk) {
	for i, u := range h.a {
		if u.tail == "" {
			u.tail = h.b[i].tail
		}
		b.out = append(b.out, u)
		b.end = h.a[i].tail
		if len(h.b[i].tail) < len(b.end) {
			b.end = h.b[i].tail
		}
	}
}

// text is all of it. A unit that ended its side, and is followed by another
// here, gets what separates the others.
func (b *builder) text() string {
	between := "\n"
	if b.doc.Sentences {
		between = " "
	}
	var s strings.Builder
	for i, u := range b.out {
		s.WriteString(u.text)
		switch {
		case i == len(b.out)-1:
			s.WriteString(b.end)
		case u.tail == "" && !b.tight(u.text):
			s.WriteString(between)
		default:
			s.WriteString(u.tail)
		}
	}
	return s.String()
}

// tight reports that sentences are written without a blank between them.
func (b *builder) tight(text string) bool {
	if !b.doc.Sentences {
		return false
	}
	for _, end := range []string{"。", "！", "？", "」", "』", "）", "】"} {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	return false
}

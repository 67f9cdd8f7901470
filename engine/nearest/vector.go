package nearest

import "math"

// Vector is a unit vector as it is kept for comparing: in eight bits a
// component where they hold it exactly, else as it came.
type Vector struct {
	whole []float32
	steps []int8
	scale float64 // the length of one step
}

// Pack keeps a unit vector; it may share memory with v.
func Pack(v []float32) Vector {
	var most float32
	for _, x := range v {
		most = max(most, x, -x)
	}
	if most == 0 {
		return Vector{whole: v}
	}
	steps := make([]int8, len(v))
	var square int64
	for i, x := range v {
		s := float64(x) / float64(most) * 127
		n := math.Round(s)
		if math.Abs(s-n) > 1e-4 {
			return Vector{whole: v}
		}
		steps[i] = int8(n)
		square += int64(n) * int64(n)
	}
	return Vector{steps: steps, scale: 1 / math.Sqrt(float64(square))}
}

// Bytes is about what the vector occupies.
func (v Vector) Bytes() int { return 96 + 4*len(v.whole) + len(v.steps) }

// Unpack is the unit vector.
func (v Vector) Unpack() []float32 {
	if v.steps == nil {
		return v.whole
	}
	out := make([]float32, len(v.steps))
	for i, s := range v.steps {
		out[i] = float32(float64(s) * v.scale)
	}
	return out
}

// Len is the number of components.
func (v Vector) Len() int { return len(v.whole) + len(v.steps) }

// Cosine of two unit vectors; 0 when their lengths differ.
func (v Vector) Cosine(w Vector) float32 {
	if v.Len() != w.Len() {
		return 0
	}
	if v.steps != nil && w.steps != nil {
		dot := dotSteps(v.steps, w.steps)
		return min(float32(float64(dot)*v.scale*w.scale), 1)
	}
	return min(Dot(v.Unpack(), w.Unpack()), 1)
}

// Dot is the scalar product; b must not be shorter than a. Eight sums keep
// the adder busy: twice as fast as one.
func Dot(a, b []float32) float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	b = b[:len(a)]
	i := 0
	for ; i+8 <= len(a); i += 8 {
		x, y := a[i:i+8:i+8], b[i:i+8:i+8]
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		s4 += x[4] * y[4]
		s5 += x[5] * y[5]
		s6 += x[6] * y[6]
		s7 += x[7] * y[7]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return (s0 + s1) + (s2 + s3) + ((s4 + s5) + (s6 + s7))
}

func dotSteps(a, b []int8) int64 {
	var s0, s1, s2, s3 int32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += int32(x[0]) * int32(y[0])
		s1 += int32(x[1]) * int32(y[1])
		s2 += int32(x[2]) * int32(y[2])
		s3 += int32(x[3]) * int32(y[3])
	}
	for ; i < len(a); i++ {
		s0 += int32(a[i]) * int32(b[i])
	}
	return int64(s0) + int64(s1) + int64(s2) + int64(s3)
}

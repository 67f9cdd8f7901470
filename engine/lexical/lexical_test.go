package lexical

import (
	"math"
	"strings"
	"testing"
)

func cosine(a, b string) float64 {
	var dot float64
	x, y := Vector(a), Vector(b)
	for i := range x {
		dot += float64(x[i]) * float64(y[i])
	}
	return dot
}

func TestWhatIsNearWhat(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		least, most float64
	}{
		{"The vault key rotates every Monday.", "the vault key rotates every monday", 0.999, 1.001},
		{"Résumé du café", "resume du cafe", 0.999, 1.001},
		{"prefers dark mode in the editor", "prefers light mode in the editor", 0.6, 0.95},
		{"The vault key rotates every Monday.", "Ana likes oat milk in her coffee.", -0.3, 0.3},
		{"用户喜欢深色模式", "用户喜欢浅色模式", 0.5, 0.95},
		{"用户喜欢深色模式", "今天下雨了", -0.3, 0.3},
	} {
		if got := cosine(c.a, c.b); got < c.least || got > c.most {
			t.Errorf("%q and %q: %.3f, want %.2f to %.2f", c.a, c.b, got, c.least, c.most)
		}
	}
}

// The vectors are stored with others: they must never change under this name.
func TestVectorsStayTheSame(t *testing.T) {
	v := Vector("The vault key rotates every Monday; don't tell 用户.")
	var sum float64
	for i, x := range v {
		sum += float64(x) * math.Sin(float64(i))
	}
	const pinned = -0.487722369 // of the first release
	if got, want := sum, pinned; math.Abs(got-want) > 1e-6 {
		t.Errorf("a fingerprint of the vector is %.9f, was %.9f: give the embedder another ID", got, want)
	}
}

func TestEightBitsHoldAVector(t *testing.T) {
	for _, text := range []string{"a", "!!!", "🙂", "x y", strings.Repeat("many words of a long text ", 400)} {
		v := Vector(text)
		var most, square float64
		for _, x := range v {
			most = max(most, math.Abs(float64(x)))
			square += float64(x) * float64(x)
		}
		if math.Abs(square-1) > 1e-5 {
			t.Errorf("%.10q: length² %v", text, square)
		}
		for i, x := range v {
			steps := float64(x) / most * 127
			if math.Abs(steps-math.Round(steps)) > 1e-4 {
				t.Fatalf("%.10q: component %d is %v steps", text, i, steps)
			}
		}
	}
}

func TestNothingToEmbed(t *testing.T) {
	for _, text := range []string{"", " \t\n", "\x00"} {
		for _, x := range Vector(text) {
			if x != 0 {
				t.Errorf("%q has a vector", text)
				break
			}
		}
	}
}

func FuzzVector(f *testing.F) {
	f.Add("text")
	f.Add("\xff\xfe don't 用")
	f.Fuzz(func(t *testing.T, s string) {
		var square float64
		for _, x := range Vector(s) {
			square += float64(x) * float64(x)
		}
		if square != 0 && math.Abs(square-1) > 1e-4 {
			t.Errorf("length² %v", square)
		}
	})
}

func BenchmarkVector1000(b *testing.B) {
	text := strings.Repeat("The deploy of Friday was rolled back because the canary failed; Ana owns the runbook. ", 12)[:1000]
	for b.Loop() {
		Vector(text)
	}
}

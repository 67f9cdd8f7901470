package evolvers_test

import (
	"testing"

	"go.uber.org/goleak"
)

// Evolvers that are left behind end once they are let go; nothing else stays.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

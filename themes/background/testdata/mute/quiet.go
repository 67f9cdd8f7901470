//go:build !loud

package main

import _ "ebb/themes/background" // the package under test; "loud" builds leave it out

package views

// DoubleClickMsg follows the second of two clicks on one cell of the body. The
// screen has been told of both; now it opens what is there, as enter would, and
// writes nothing.
type DoubleClickMsg struct{ X, Y int }

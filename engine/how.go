package engine

// How says who asks for an operation and how. The zero value is you, without
// a reason, without protection against retries.
type How struct {
	Actor       Actor
	Reason      string
	OperationID string  // a repeated one returns the first result; "" for a new one
	Expected    *uint32 // the version that the memory must be at; nil for any
}

package badgerstore

import "fmt"

// childFault runs one fault that may end the process.
func childFault(o childOrder) error { return fmt.Errorf("no fault %q", o.Fault) }

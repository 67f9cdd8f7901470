// Package badgerstore keeps an engine's records in one directory, on Badger.
// It is the only package that knows Badger.
//
// There are two layers. The key-value layer gives transactions of any size:
// one writer at a time, reads that see their own writes, one durable commit,
// and a redo journal for what does not fit one Badger transaction. The table
// layer maps the engine's records to keys and values:
//
//	m id                                   head of a memory
//	v str(id) ^at ^version                 one version
//	u ^updatedAt id                        live memories, newest first
//	k scope str(type) identity id          live memories by identity
//	n hash(scope, type) textsum id         live memories by text
//	e str(from) str(type) str(to) relation edge
//	E str(to) str(type) str(from) relation the same from its other end
//	s id                                   retrieval window and sources
//	r at seq n                             retrieval event
//	c id                                   conflict
//	C status ^createdAt id                 conflicts by status
//	K str(memory) conflict                 conflicts of a memory
//	l ^at ^seq ^n                          change log
//	o id                                   operation
//	O ^seq id                              operations, latest first
//	S str(source) record                   what an import said last time
//	M name                                 settings, jobs, follows
//	!v !seq !n !p J                        schema, sequence, totals, redo
//
// Backup writes all of it but the redo journal into one checked file, Restore
// makes a store of that. Examine and Repair compare what is derived, the
// indexes and totals, with the records. A store of an older format is brought
// up to date when it is opened.
//
// str is an order-preserving encoding, ^ marks a component that sorts
// downwards. Every value carries a format byte and a CRC-32C over key and
// value, because Badger does not verify what it reads unless that makes scans
// end silently.
package badgerstore

// The store needs a 64-bit platform: on 32 bits Badger loses acknowledged
// writes without a word. This constant does not compile there.
const _ uint = 1 << 40

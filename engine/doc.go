// Package engine is the domain of ebb: memories that keep one identity while
// their text changes, the versions behind them, the ties and conflicts between
// them, and the log through which every change can be seen and taken back.
//
// An [Engine] drives a [Store]. Every write is one atomic durable operation:
// it happens inside one Store.Update, is recorded in the change log with the
// records as they were before, and is announced as one [Event] after commit.
//
// The behaviour follows the publicly described Memorie engine (versioned
// memories), SmartMemory (retention, retrieval profiles) and MemPalace
// (connections), with the deliberate differences named where they matter.
package engine

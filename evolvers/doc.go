// Package evolvers says what a cycle of evolution would change.
//
// An evolver looks at a consistent snapshot of the store, with the changes of
// the evolvers before it laid over, and returns changes: which memory, which
// field, before, after, why. It never writes. [PlanCycle] runs the evolvers in
// order and gives a [Plan]; [Apply] hands the plan to the engine, which writes
// it as one operation that can be taken back whole.
//
// A plan is a pure function of the store and of the clock. Retention is
// derived from evidence and never accumulated, so planning again at the same
// instant finds nothing to do, and a cycle an hour for a week ends where one
// cycle at its end does.
//
// The public source is SmartMemory's evolution: seventeen evolvers, here with
// their published names, defaults and formulas. As published, penalties
// compound with every run, archiving is decided before the boosts, and one bad
// record stops a run; the tests hold the published value beside ours wherever
// the two differ.
package evolvers

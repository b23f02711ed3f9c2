// Package shared has no code of its own: the packages below it are what the
// programs of the suite have in common, and this comment is the contract that
// all of them keep. The import policy beside it says which package may import
// which.
//
// # Exit status
//
// 0 is success, or the verdict SUCCESS; 1 is a clean negative, or the verdict
// ERROR; 2 is everything that leaves the question open: wrong usage, a failure
// at work, a refusal, a search that --timeout ended, the verdict UNDECIDED. A
// reader that goes away ends a program silently, as it ends any filter. See
// package verdict.
//
// # Streams
//
// Standard output carries the answer and nothing else. Notes about it go to
// standard error, each as one line "ct-NAME: message". A usage error is one
// such line; it names what is wrong and the nearest name that is right.
//
// # Options
//
// Options stand anywhere among the arguments, "--" ends them, and
// --option=value is --option value. One table a program says what there is;
// the parser, the help, the schemas, the guide and the completions read it.
// See packages opt and tool.
//
// # Framing
//
// A search may be asked as a question (--question), judged (--expect), and
// reported through templates (--emit, --emit-stderr) whose {TOKEN}s are
// expanded once. --quiet leaves the emitted text and the reason of a verdict.
// See package emit.
//
// # Expectations
//
// What a search was expected to find is judged over what it did find. The
// figures of a search that was cut are lower bounds: where they decide, there
// is a verdict, and where they do not, it is UNDECIDED and says what cut the
// search. No incomplete run passes as a success. See package verdict.
//
// # Budgets
//
// An answer keeps to a number of lines and bytes, whatever the tree holds.
// What does not fit is counted, and the last line is the command that shows
// the rest. A long line is cut round its match. Characters of files and names
// that act on a terminal, reorder text or hide in it are made visible; JSON is
// valid UTF-8 and exact. See packages budget and render.
//
// # Ledger
//
// Every search accounts for the files it read and the entries it left out, by
// reason. Reasons of scope (ignored, hidden, binary, …) are what was asked
// for; reasons that cut (unreadable, a limit, a timeout, …) make the figures
// lower bounds. So an absence is proved, or it is said why not. See packages
// ledger, walk and scan.
//
// # Order
//
// The same tree and arguments give the same bytes, however many processors
// work: by path, compared component by component as bytes, then line, then
// column; or by a stated rank that ends in these. Limits count in this order,
// and only --timeout cuts by time.
//
// # Confinement
//
// Before a program opens the tree it gives up, where the system can enforce
// it, the right to open any file for writing and to make, rename or remove one,
// for itself and for what it starts. A sandbox holds paths inside a folder after links are resolved.
// See package confine.
package shared

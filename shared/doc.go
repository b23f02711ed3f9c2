// Package shared has no code of its own: the packages below it are what the programs of the suite have in common, and
// this comment is the contract that all of them keep. The import policy beside it says which package may import which.
//
// # Exit status
//
// 0 is success, or the verdict SUCCESS; 1 is a clean negative, or the verdict ERROR; 2 is everything that leaves the
// question open: wrong usage, a failure, a refusal, a search that --timeout ended, the verdict UNDECIDED. A closed
// output pipe ends a program silently, as it ends any filter. See package verdict.
//
// # Streams
//
// Standard output carries the answer and nothing else. Notes about it go to standard error, each as one line "ct-NAME:
// message". A usage error is one such line; it names what is wrong and the nearest name that is right.
//
// # Options
//
// Options may be anywhere among the arguments, "--" ends them, and --option=value is --option value. One table per
// program defines them; the parser, the help, the schemas, the guide and the completions are made from it. See packages
// opt and tool.
//
// # Framing
//
// A search may be asked as a question (--question), judged (--expect), and reported through templates (--emit,
// --emit-stderr) whose {TOKEN}s are expanded once. --quiet leaves the emitted text and the reason of a verdict. See
// package emit.
//
// # Expectations
//
// An expectation is judged over what the search found. The figures of a search that was cut are lower bounds. If they
// are not enough to decide, the verdict is UNDECIDED and the reason says what cut the search. An incomplete run is
// never a success. See package verdict.
//
// # Budgets
//
// An answer keeps to a number of lines and bytes, whatever the tree holds. What does not fit is counted, and the last
// line is the command that shows the rest. A long line is clipped around its match. Characters of files and names that
// control a terminal, reorder text or are invisible are escaped; JSON is valid UTF-8 and exact. See packages budget and
// render.
//
// # Ledger
//
// Every search accounts for the files it read and the entries it left out, by reason. Reasons of scope (ignored,
// hidden, binary, …) follow from the request; reasons that cut (unreadable, a limit, a timeout, …) make the figures
// lower bounds. So "not found" is either proved, or the answer says why it is not. See packages ledger, walk and scan.
//
// # Order
//
// The same tree and arguments give the same bytes, however many processors work: by path, compared component by
// component as bytes, then line, then column; or by a stated rank that ends in these. Limits count in this order, and
// only --timeout cuts by time.
//
// # Confinement
//
// Before a program opens the tree, it gives up the right to open any file for writing and to create, rename or remove
// one, for itself and its children, if the system can enforce that. A sandbox keeps paths inside a folder after links
// are resolved. See package confine.
package shared

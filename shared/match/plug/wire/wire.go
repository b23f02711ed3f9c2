// Package wire is generated from matcher.proto, the protocol between ct-search and a matcher.
package wire

//go:generate sh generate.sh

// Package authority says who may do what: tiers and their capabilities, grants,
// the owner's identity, permission rules, hard constraints and the one pure
// decision over all of them, Policy.Decide.
//
// It enforces nothing and runs nothing: a gate resolves paths, asks Decide, and
// acts on the Decision.
package authority

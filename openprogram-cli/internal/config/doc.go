// Package config reads and writes the configuration file, <state>/config.json,
// the only source of settings.
//
// A file is decoded once, strictly, into a tree: a duplicate, unknown or
// wrongly cased key, a wrong type or a duration without a unit is refused, never
// guessed at. Only a tree that has passed is given to viper and becomes a Config.
// No environment variable sets a key. This is the only package that knows viper.
//
// It does not interpret settings: what an exposed tool or a provider is, other
// packages know.
package config

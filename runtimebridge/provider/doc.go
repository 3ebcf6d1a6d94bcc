// Package provider says what the turn loop needs of a model provider. The
// sub-packages implement it: recall (offline), openai and anthropic; providertest
// holds the scripted servers and the scripted provider that tests use.
//
// A provider turns one request into one streamed reply. It keeps no history, runs
// no tools and decides nothing: that is the turn loop's.
package provider

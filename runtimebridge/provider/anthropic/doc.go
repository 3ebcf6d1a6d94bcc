// Package anthropic is the provider for the Anthropic Messages API: streaming,
// tools, parallel calls, images in tool results, and thinking blocks replayed
// with their signatures.
//
// It does not switch extended thinking on; it keeps what the model sends.
package anthropic

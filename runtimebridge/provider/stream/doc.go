// Package stream posts a request to a model endpoint and reads the server-sent
// events of the answer: bounded retries before the first output, limits on
// silence, error answers turned into provider codes, and a key that never
// follows a redirect to another host.
//
// It knows no provider's format: packages openai and anthropic give it a Handler
// for each attempt. It is not a general HTTP client.
package stream

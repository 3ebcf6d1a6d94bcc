// Package openai is the provider for OpenAI-compatible chat-completions
// endpoints: OpenAI itself, Ollama, vLLM, llama.cpp, LM Studio, OpenRouter,
// DeepSeek and their like. It streams, offers tools, takes parallel calls, and
// replays reasoning fields to the endpoint they came from.
//
// It speaks chat completions only, not the Responses API.
package openai

// Package intelligence asks a language model over HTTP to judge and to write:
// an engine.IntelligenceProvider behind any OpenAI-compatible chat endpoint,
// such as Ollama, llama.cpp or vLLM on this machine. None is configured by
// default.
//
// What leaves the machine can be seen (Chat.Prompt) and counted
// (Chat.Estimate) before it leaves. Memory texts travel as quoted data, never
// as part of the instructions, and no answer is believed before it has been
// checked: a relation that is known, scores of 0..1, a text within the
// engine's limits.
package intelligence

// The official clients of Node through the gateway: what each says of one text, as lines of JSON.
// Usage: node clients.mjs GATEWAY TEXT

import assert from "node:assert/strict";

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { generateText, jsonSchema, streamText, tool } from "ai";
import { Ollama } from "ollama";
import OpenAI from "openai";

const [gateway, text] = process.argv.slice(2);
const said = `You said: ${text}`;
const key = "sk-test-0123456789";
const schema = { type: "object", properties: { note: { type: "string" }, copies: { type: "number" } } };
const arguments_ = { note: text, copies: 1 };
const messages = [{ role: "user", content: text }];

const joined = async (stream, piece) => {
  let whole = "";
  for await (const each of stream) whole += piece(each) ?? "";
  return whole;
};

const clients = {
  async openai() {
    const client = new OpenAI({ baseURL: `${gateway}/openai/v1`, apiKey: key, maxRetries: 0 });
    const answer = await client.chat.completions.create({ model: "echo-1", messages });
    assert.equal(answer.choices[0].message.content, said);
    const stream = await client.chat.completions.create({ model: "echo-1", messages, stream: true });
    assert.equal(await joined(stream, (chunk) => chunk.choices[0]?.delta.content), said);
    const response = await client.responses.create({ model: "echo-1", input: text, store: false });
    assert.equal(response.output_text, said);
    const events = await client.responses.create({ model: "echo-1", input: text, store: false, stream: true });
    const deltas = (event) => (event.type === "response.output_text.delta" ? event.delta : "");
    assert.equal(await joined(events, deltas), said);
    const tools = [{ type: "function", function: { name: "file_note", parameters: schema } }];
    const called = await client.chat.completions.create({ model: "echo-1", messages, tools });
    assert.deepEqual(JSON.parse(called.choices[0].message.tool_calls[0].function.arguments), arguments_);
    // What cannot be masked is refused in a form that the library shows.
    await assert.rejects(client.embeddings.create({ model: "echo-1", input: [1, 2, 3] }), /token/i);
  },

  async anthropic() {
    const client = new Anthropic({ baseURL: `${gateway}/anthropic`, apiKey: key, maxRetries: 0 });
    const request = { model: "echo-1", max_tokens: 9, messages };
    assert.equal((await client.messages.create(request)).content[0].text, said);
    assert.equal(await client.messages.stream(request).finalText(), said);
    const tools = [{ name: "file_note", input_schema: schema }];
    for (const message of [
      await client.messages.create({ ...request, tools }),
      await client.messages.stream({ ...request, tools }).finalMessage(),
    ])
      assert.deepEqual(message.content[0].input, arguments_);
  },

  async "google-genai"() {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: `${gateway}/gemini` } });
    const request = { model: "echo-1", contents: text };
    assert.equal((await client.models.generateContent(request)).text, said);
    assert.equal(await joined(await client.models.generateContentStream(request), (chunk) => chunk.text), said);
    const config = { tools: [{ functionDeclarations: [{ name: "file_note", parametersJsonSchema: schema }] }] };
    const called = await client.models.generateContent({ ...request, config });
    assert.deepEqual(called.functionCalls[0].args, arguments_);
    const interaction = await client.interactions.create({ model: "echo-1", input: text, store: false });
    assert.equal(interaction.steps[0].content[0].text, said);
  },

  async ollama() {
    const client = new Ollama({ host: `${gateway}/ollama` });
    assert.equal((await client.chat({ model: "echo-1", messages })).message.content, said);
    const stream = await client.chat({ model: "echo-1", messages, stream: true });
    assert.equal(await joined(stream, (chunk) => chunk.message.content), said);
    assert.equal((await client.generate({ model: "echo-1", prompt: text })).response, said);
  },

  async ai() {
    const models = [
      createOpenAI({ baseURL: `${gateway}/openai/v1`, apiKey: key }).chat("echo-1"),
      createAnthropic({ baseURL: `${gateway}/anthropic/v1`, apiKey: key })("echo-1"),
    ];
    for (const model of models) {
      assert.equal((await generateText({ model, prompt: text, maxRetries: 0 })).text, said);
      assert.equal(await streamText({ model, prompt: text, maxRetries: 0 }).text, said);
      const tools = { file_note: tool({ description: "Files a note.", inputSchema: jsonSchema(schema) }) };
      for (const answer of [
        await generateText({ model, prompt: text, tools, maxRetries: 0 }),
        { toolCalls: await streamText({ model, prompt: text, tools, maxRetries: 0 }).toolCalls },
      ])
        assert.deepEqual(answer.toolCalls[0].input, arguments_);
    }
  },
};

for (const [name, check] of Object.entries(clients)) {
  try {
    await check();
    console.log(JSON.stringify({ name, error: null }));
  } catch (error) {
    console.log(JSON.stringify({ name, error: `${error.stack ?? error}` }));
  }
}

import { beforeEach, expect, it } from "vitest";
import type { KnowledgeEntry, KnowledgeReceipt } from "../../lib/mod.ts";
import { expectProblem, type OpenStorage, type Sent, World } from "./world.ts";
import { allOf } from "../async_items.ts";

const json = "application/json";
const limits = { bodyBytes: 200, textCharacters: 20 };

/** A body that arrives in parts, so that no length is stated. */
function streamOf(...parts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const bytes = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  return new ReadableStream({
    pull(controller) {
      const part = bytes.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}

/** Statuses of the problems. */
const statuses = {
  "missing-body": 400,
  "malformed-json": 400,
  "body-too-large": 413,
  "unsupported-media-type": 415,
  "invalid-body": 422,
};

type Case = [name: string, sent: Sent & { type?: string }, code: keyof typeof statuses, detail: RegExp];

const refused: Case[] = [
  ["no body", {}, "missing-body", /JSON object/],
  ["an empty body", { body: "" }, "missing-body", /JSON object/],
  ["no JSON", { body: "text=x" }, "malformed-json", /JSON/],
  ["half of JSON", { body: '{"text":"x"' }, "malformed-json", /JSON/],
  ["invalid UTF-8", { body: new Uint8Array([0x22, 0xff, 0x22]) }, "malformed-json", /UTF-8/],
  ["an array", { body: "[]" }, "invalid-body", /JSON object/],
  ["a string", { body: '"text"' }, "invalid-body", /JSON object/],
  ["null", { body: "null" }, "invalid-body", /JSON object/],
  ["a number", { body: "5" }, "invalid-body", /JSON object/],
  ["no text", { body: "{}" }, "invalid-body", /text is missing/],
  ["an inherited text", { body: '{"__proto__":{"text":"x"}}' }, "invalid-body", /text is missing/],
  ["an unknown field", { body: '{"text":"x","more":1}' }, "invalid-body", /more is not a known field/],
  ["an empty text", { body: '{"text":""}' }, "invalid-body", /1 to 20 characters/],
  ["a text of white space", { body: '{"text":" \\n\\t\\u00a0 "}' }, "invalid-body", /1 to 20 characters/],
  ["a text that is null", { body: '{"text":null}' }, "invalid-body", /string/],
  ["a text that is a number", { body: '{"text":1}' }, "invalid-body", /string/],
  ["a text that is an array", { body: '{"text":["x"]}' }, "invalid-body", /string/],
  ["a text too long", { body: `{"text":"${"x".repeat(21)}"}` }, "invalid-body", /1 to 20 characters/],
  ["no type", { type: "" }, "unsupported-media-type", /application\/json/],
  ["a form", { type: "application/x-www-form-urlencoded" }, "unsupported-media-type", /application\/json/],
  ["plain text", { type: "text/plain" }, "unsupported-media-type", /application\/json/],
  ["a type like it", { type: "application/jsonx" }, "unsupported-media-type", /application\/json/],
  ["another charset", { type: `${json}; charset=latin1` }, "unsupported-media-type", /UTF-8/],
  [
    "a coded body in a list",
    { headers: { "content-encoding": "identity, GZIP" } },
    "unsupported-media-type",
    /content-encoding/,
  ],
  [
    "a compressed body",
    { headers: { "content-encoding": "gzip" } },
    "unsupported-media-type",
    /content-encoding/,
  ],
  ["too many bytes", { body: `{"text":"x"}${" ".repeat(189)}` }, "body-too-large", /at most 200 bytes/],
  [
    "too many bytes, as stated",
    { headers: { "content-length": "201" }, body: '{"text":"x"}' },
    "body-too-large",
    /at most 200 bytes/,
  ],
];

/** Adding to the knowledge base. */
export function describeKnowledgeBase(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage, { limits });
  let key: string;
  let userId: string;
  beforeEach(async () => {
    ({ key, userId } = await world.createKey({ role: "author" }));
  });

  const add = async ({ type = json, ...sent }: Sent & { type?: string } = {}): Promise<Response> =>
    world.send("POST", "/knowledge-base", {
      ...sent,
      headers: { "x-api-key": key, ...(type === "" ? {} : { "content-type": type }), ...sent.headers },
    });
  const addText = async (text: string): Promise<Response> => add({ body: JSON.stringify({ text }) });
  const receiptOf = async (response: Response): Promise<KnowledgeReceipt> => {
    expect(response.status).toBe(201);
    return (await response.json()) as KnowledgeReceipt;
  };
  async function entries(organizationSlug = "acme"): Promise<KnowledgeEntry[]> {
    return allOf(world.api.knowledgeBase.iterate(organizationSlug));
  }

  it("returns 201 with the receipt, and stores the text once", async () => {
    const response = await addText("Hello");
    expect(response.headers.get("content-type")).toBe(json);
    const receipt = await receiptOf(response);
    const createdAt = "2026-06-15T12:00:00.000Z";
    expect(receipt).toEqual({ id: receipt.id, organizationSlug: "acme", createdAt, characters: 5 });
    expect(receipt.id).toMatch(/^[a-z2-7]{16}$/);
    expect(await entries()).toEqual([{ id: receipt.id, text: "Hello", createdAt, userId }]);
  });

  it.each([
    { "content-type": "Application/JSON; Charset=UTF8" },
    { "content-type": 'application/json;charset="utf-8"' },
    { "content-type": 'application/json; profile="a; charset=latin1"' },
    { "content-encoding": "Identity" },
    { "content-encoding": "identity, IDENTITY" },
    { "content-encoding": "" },
  ])("accepts the text with %j", async (headers: Record<string, string>) => {
    expect((await add({ body: '{"text":"Hello"}', headers })).status).toBe(201);
  });

  it.each([
    ["white space at the ends", " \n Hello \t\u00a0", "Hello", 5],
    ["white space inside", "a \n b", "a \n b", 5],
    ["characters beyond 16 bits", "😀".repeat(20), "😀".repeat(20), 20],
    ["a family of code points", "👩‍👩‍👧", "👩‍👩‍👧", 5],
    ["as many as allowed", "x".repeat(20), "x".repeat(20), 20],
    ["as many as allowed after trimming", `  ${"é".repeat(20)}  `, "é".repeat(20), 20],
    ["a zero character", "a\0b", "a\0b", 3],
  ])("counts and stores %s", async (_name, text, kept, characters) => {
    expect(await receiptOf(await addText(text))).toMatchObject({ characters });
    expect((await entries()).map((entry) => entry.text)).toEqual([kept]);
  });

  it.each([json, "Application/JSON", `${json};charset=utf-8`, `${json}; charset="UTF-8"`, `${json} ; a=b`])(
    "accepts the type %s",
    async (type) => {
      expect((await add({ type, body: '{"text":"x"}' })).status).toBe(201);
    },
  );

  it.each(refused)("refuses %s", async (_name, sent, code, detail) => {
    const problem = await expectProblem(
      await add({ body: '{"text":"x"}', ...withBody(sent) }),
      statuses[code],
      code,
    );
    expect(problem.detail).toMatch(detail);
    const field = {
      pointer: expect.stringMatching(/^(?:\/(?:text|more|__proto__))?$/),
      message: expect.stringMatching(/\w/),
    };
    const errors = problem.errors?.map(() => field) ?? [];
    expect(problem.errors).toEqual(code === "invalid-body" ? errors : undefined);
    expect(await entries()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it("has limits of 1 MiB and 100,000 characters by default", async () => {
    await world.reopen({});
    ({ key } = await world.createKey());
    const sized = (bytes: number): string => `{"text":"x"}${" ".repeat(bytes - 12)}`;
    expect((await add({ body: sized(1_048_576) })).status).toBe(201);
    await expectProblem(await add({ body: sized(1_048_577) }), 413, "body-too-large");
    expect((await add({ body: `{"text":"${"😀".repeat(100_000)}"}` })).status).toBe(201);
    await expectProblem(await add({ body: `{"text":"${"x".repeat(100_001)}"}` }), 422, "invalid-body");
  });

  it("stops reading a body without a length as soon as it is too large", async () => {
    let parts = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        parts++;
        controller.enqueue(new Uint8Array(50));
      },
      cancel() {
        isCancelled = true;
      },
    });
    await expectProblem(await add({ body: endless }), 413, "body-too-large");
    expect(parts).toBeLessThan(10);
    expect(isCancelled).toBe(true);
  });

  it("accepts a body in chunks that split a character", async () => {
    const bytes = new TextEncoder().encode('{"text":"é😀"}');
    const body = streamOf(...Array.from(bytes, (_byte, index) => bytes.slice(index, index + 1)));
    await receiptOf(await add({ body }));
    expect((await entries()).map(({ text }) => text)).toEqual(["é😀"]);
  });

  it("adds a text only to the key's organization", async () => {
    await world.createOther();
    const other = await world.createKey({ organizationSlug: "b" });
    const body = '{"text":"x"}';
    const receipt = await receiptOf(await add({ headers: { "x-api-key": other.key }, body }));
    expect(receipt.organizationSlug).toBe("b");
    expect([(await entries()).length, (await entries("b")).length]).toEqual([0, 1]);
  });

  it("needs a key, and the permission to write", async () => {
    const body = '{"text":"x"}';
    await expectProblem(
      await world.send("POST", "/knowledge-base", { headers: { "content-type": json }, body }),
      401,
      "missing-key",
    );
    const viewer = await world.createKey({ role: "viewer" });
    const problem = await expectProblem(
      await add({ headers: { "x-api-key": viewer.key }, body }),
      403,
      "missing-permission",
    );
    expect(problem.detail).toContain("knowledge:write");
    expect(await entries()).toEqual([]);
  });

  const repeat = async (text: string, name = "once", apiKey = key): Promise<Response> =>
    add({ headers: { "idempotency-key": name, "x-api-key": apiKey }, body: JSON.stringify({ text }) });

  it("returns the first response to a repeated request for 24 hours", async () => {
    const first = await receiptOf(await repeat("Hello"));
    world.clock.advance(24 * 60 * 60 * 1000 - 1);
    expect(await receiptOf(await repeat("Hello"))).toEqual(first);
    expect(await entries()).toHaveLength(1);
    world.clock.advance(1);
    const later = await receiptOf(await repeat("Hello"));
    expect(later.id).not.toBe(first.id);
    expect(await entries()).toHaveLength(2);
  });

  it("adds one entry for many concurrent copies of a request", async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => repeat("Hello")));
    const receipts = await Promise.all(responses.map(receiptOf));
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect(await entries()).toHaveLength(1);
  });

  it("refuses the same idempotency key with a different body", async () => {
    await receiptOf(await repeat("Hello"));
    await expectProblem(await repeat("Other"), 422, "idempotency-key-reused");
    await receiptOf(await repeat("Other", "twice"));
    expect((await entries()).map(({ text }) => text).toSorted()).toEqual(["Hello", "Other"]);
  });

  it("keeps the idempotency keys of two API keys apart", async () => {
    const other = await world.createKey();
    await receiptOf(await repeat("Hello"));
    await receiptOf(await repeat("Other", "once", other.key));
    expect(await entries()).toHaveLength(2);
  });

  it("does not store the idempotency key of a refused request", async () => {
    await expectProblem(await repeat(""), 422, "invalid-body");
    expect((await repeat("Hello")).status).toBe(201);
  });

  it.each(["", "x".repeat(256)])("refuses an idempotency key of a wrong length: %#", async (name) => {
    const problem = await expectProblem(await repeat("Hello", name), 400, "invalid-header");
    expect(problem.detail).toContain("Idempotency-Key");
  });

  it.each(["x".repeat(255), "a:b/../c", "é".repeat(255)])(
    "accepts any other idempotency key: %#",
    async (name) => {
      const [one, two] = [await receiptOf(await repeat("A", name)), await receiptOf(await repeat("A", name))];
      expect(one).toEqual(two);
    },
  );
}

/** "No body" is a case of its own. */
function withBody(sent: Sent): Sent {
  return Object.keys(sent).length === 0 ? { body: null } : sent;
}

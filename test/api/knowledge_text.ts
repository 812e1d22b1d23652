import { beforeEach, expect, it } from "vitest";
import { expectProblem, type OpenStorage, type Sent, World } from "./world.ts";

const path = "/knowledge-base/faq:hours";
const hours = {
  text: "We open at nine.",
  title: "Opening hours",
  source: "https://acme.example/visit",
  tags: ["visit"],
};

/** Reading, writing and deleting a text by its id. */
export function describeKnowledgeText(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage, { limits: { bodyBytes: 400, textCharacters: 40 } });
  let key: string;
  let userId: string;
  beforeEach(async () => {
    const permissions = ["knowledge:read", "knowledge:write"] as const;
    ({ key, userId } = await world.createKey({ permissions }));
  });

  const send = async (method: string, { headers, ...sent }: Sent = {}, at = path): Promise<Response> =>
    world.send(method, at, { ...sent, headers: { "x-api-key": key, ...headers } });
  const put = async (input: object, headers: Record<string, string> = {}, at = path): Promise<Response> =>
    send(
      "PUT",
      { body: JSON.stringify(input), headers: { "content-type": "application/json", ...headers } },
      at,
    );
  const tagOf = (response: Response): string => response.headers.get("etag") ?? "";

  it("creates the text, keeps it for the same request, and replaces it", async () => {
    const created = await put(hours);
    expect(created.status).toBe(201);
    const createdAt = "2026-06-15T12:00:00.000Z";
    expect(await created.json()).toEqual({ id: "faq:hours", ...hours, createdAt });
    world.clock.advance(1000);
    const repeated = await put(hours);
    expect([repeated.status, tagOf(repeated)]).toEqual([200, tagOf(created)]);
    const replaced = await put({ text: "We open at ten." });
    const now = {
      id: "faq:hours",
      text: "We open at ten.",
      createdAt,
      updatedAt: "2026-06-15T12:00:01.000Z",
    };
    expect([replaced.status, await replaced.json()]).toEqual([200, now]);
    expect(tagOf(replaced)).not.toBe(tagOf(created));
    const read = await send("GET");
    expect([read.status, await read.json(), tagOf(read)]).toEqual([200, now, tagOf(replaced)]);
    const found = await send("GET", {}, "/knowledge-base/search?q=ten");
    expect(await found.json()).toMatchObject({ results: [{ id: "faq:hours" }] });
  });

  it("reads with GET and HEAD, and sends a text that the client has once", async () => {
    const tag = tagOf(await put(hours));
    const head = await send("HEAD");
    expect([head.status, tagOf(head), await head.text()]).toEqual([200, tag, ""]);
    expect(head.headers.get("cache-control")).toBe("private, no-cache");
    expect((await send("GET", { headers: { "if-none-match": tag } })).status).toBe(304);
    await expectProblem(await send("GET", { headers: { "if-match": '"x"' } }), 412, "precondition-failed");
  });

  it.each(["PUT", "DELETE"])("compares the conditions of %s with the current text", async (method) => {
    const act = async (headers: Record<string, string>): Promise<Response> =>
      method === "PUT" ? put({ text: "New" }, headers) : send(method, { headers });
    const missing = await act({ "if-match": "*" });
    await expectProblem(missing, 412, "precondition-failed");
    const tag = tagOf(await put(hours, { "if-none-match": "*" }));
    await expectProblem(await act({ "if-none-match": "*" }), 412, "precondition-failed");
    await expectProblem(await act({ "if-match": '"x"' }), 412, "precondition-failed");
    await expectProblem(await act({ "if-match": `W/${tag}` }), 412, "precondition-failed");
    await expectProblem(await act({ "if-match": "x" }), 400, "invalid-header");
    await expectProblem(await act({ "if-none-match": tag }), 400, "invalid-header");
    expect((await act({ "if-match": tag })).ok).toBe(true);
  });

  it("reads, replaces and deletes a text that was added", async () => {
    const { id } = await world.api.knowledgeBase.add("acme", { text: "Old" }, { userId });
    const at = `/knowledge-base/${id}`;
    const text = { id, text: "Old", createdAt: "2026-06-15T12:00:00.000Z" };
    expect(await (await send("GET", {}, at)).json()).toEqual(text);
    expect((await put(hours, {}, at)).status).toBe(200);
    expect((await send("DELETE", {}, at)).status).toBe(204);
    await expectProblem(await send("GET", {}, at), 404, "not-found");
    await expectProblem(await send("DELETE", {}, at), 404, "not-found");
  });

  it.each([
    ["an unknown field", { ...hours, id: "x" }, path, 422, "invalid-body"],
    ["a text too long", { text: "x".repeat(41) }, path, 422, "invalid-body"],
    ["a source that is no web address", { text: "x", source: "javascript:0" }, path, 422, "invalid-body"],
    ["a reserved id", hours, "/knowledge-base/new", 422, "invalid-body"],
    ["an id with a space", hours, "/knowledge-base/a%20b", 422, "invalid-body"],
    ["a long id", hours, `/knowledge-base/${"x".repeat(129)}`, 422, "invalid-body"],
    ["a body too long", { text: "x", title: "x".repeat(400) }, path, 413, "body-too-large"],
    ["a parameter", hours, `${path}?x=1`, 400, "invalid-parameter"],
  ] as const)("refuses %s", async (_name, input, at, status, code) => {
    await expectProblem(await put(input, {}, at), status, code);
  });

  it("finds no text with an id that no text can have", async () => {
    for (const id of ["a%20b", "x".repeat(900), "%F0%9F%98%80"]) {
      await expectProblem(await send("GET", {}, `/knowledge-base/${id}`), 404, "not-found");
      await expectProblem(await send("DELETE", {}, `/knowledge-base/${id}`), 404, "not-found");
    }
  });

  it("needs knowledge:read for GET, and knowledge:write for PUT and DELETE", async () => {
    const { id: other } = await world.api.users.create({ name: "Bob" });
    const reader = await world.createKey({ permissions: ["knowledge:read"] });
    const writer = await world.createKey({ permissions: ["knowledge:write"] });
    const unnamed = await world.createKey({ role: "owner", userId: other });
    await put(hours);
    const statusesOf = async (sent: string | undefined): Promise<number[]> => {
      const headers = { "content-type": "application/json", ...(sent && { "x-api-key": sent }) };
      const get = await world.send("GET", path, { headers });
      const write = await world.send("PUT", path, { headers, body: JSON.stringify(hours) });
      return [
        get.status,
        write.status,
        (await world.send("DELETE", "/knowledge-base/none", { headers })).status,
      ];
    };
    expect(await statusesOf(undefined)).toEqual([401, 401, 401]);
    expect(await statusesOf(reader.key)).toEqual([200, 403, 403]);
    expect(await statusesOf(writer.key)).toEqual([403, 200, 404]);
    expect(await statusesOf(unnamed.key)).toEqual([403, 200, 404]);
  });

  it("keeps the texts of organizations apart", async () => {
    await put(hours);
    await world.api.organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
    const other = await world.createKey({
      organizationSlug: "other",
      permissions: ["knowledge:read", "knowledge:write"],
    });
    const headers = { "x-api-key": other.key };
    await expectProblem(await world.send("GET", path, { headers }), 404, "not-found");
    await expectProblem(await world.send("DELETE", path, { headers }), 404, "not-found");
  });
}

import { describe, expect, it } from "vitest";
import { type ClientOptions, createClient } from "../../lib/api/client/mod.ts";
import { cachingFetch } from "../../lib/api/client/mod.ts";

const allowed: ClientOptions = { baseUrl: "https://acme.example", organizationSlug: "acme" };

describe("the options of the client", () => {
  it.each<[name: string, options: Partial<Record<keyof ClientOptions, unknown>>, message: RegExp]>([
    ["a relative address", { baseUrl: "/content" }, /baseUrl must be an absolute http.* and is "\/content"$/],
    ["no address", { baseUrl: undefined }, /baseUrl .* and is undefined$/],
    ["another scheme", { baseUrl: "ftp://acme.example" }, /baseUrl/],
    ["a script", { baseUrl: "javascript:alert(1)" }, /baseUrl/],
    ["a query", { baseUrl: "https://acme.example?key=1" }, /baseUrl/],
    ["a fragment", { baseUrl: "https://acme.example#a" }, /baseUrl/],
    ["a user", { baseUrl: "https://ada:pass@acme.example" }, /and is "https:\/\/…@acme.example"$/],
    ["no organization", { organizationSlug: undefined }, /organizationSlug must be a string .* undefined$/],
    ["an empty organization", { organizationSlug: "" }, /organizationSlug/],
    ["the path above", { organizationSlug: ".." }, /organizationSlug/],
    ["a number as organization", { organizationSlug: 5 }, /organizationSlug/],
    ["an empty key", { apiKey: "" }, /apiKey must be ASCII .* but the given string is not$/],
    ["a key that is null", { apiKey: null }, /apiKey must be ASCII .* but the given object is not$/],
    ["a key of two lines", { apiKey: "a\nb" }, /apiKey .* but the given string is not$/],
    ["a key with a space", { apiKey: "a b" }, /apiKey/],
    ["no time", { timeoutMs: 0 }, /timeoutMs must be a whole number from 1 to 600000, and is 0$/],
    ["more time than timers have", { timeoutMs: 2 ** 31 }, /timeoutMs/],
    ["no attempt", { maxAttempts: 0 }, /maxAttempts must be a whole number from 1 to 10, and is 0$/],
    ["no end of attempts", { maxAttempts: Infinity }, /maxAttempts/],
    ["no budget", { timeBudgetMs: Number.NaN }, /timeBudgetMs must be a whole number .* and is NaN$/],
  ])("reject %s", (_name, options, message) => {
    const create = (): unknown => createClient({ ...allowed, ...options } as ClientOptions);
    expect(create).toThrow(RangeError);
    expect(create).toThrow(message);
  });

  it("must be an object", () => {
    expect(() => createClient(undefined as unknown as ClientOptions)).toThrow(
      /^Cannot call the API: options must be an object, and is undefined$/,
    );
  });

  it("reject a cache of size 0", () => {
    expect(() => cachingFetch({ answers: 0 })).toThrow(/answers must be a whole number from 1 to 100000/);
  });

  it.each([
    "https://acme.example",
    "https://acme.example/",
    new URL("https://acme.example"),
    "HTTPS://ACME.example:443",
  ])("accept the address %s", async (baseUrl) => {
    const seen: string[] = [];
    const fetch = async ({ url }: Request): Promise<Response> => {
      seen.push(url);
      return Response.json({ posts: [], nextCursor: null });
    };
    await createClient({ ...allowed, baseUrl, fetch }).listPosts();
    expect(seen).toEqual(["https://acme.example/api/public/v1/post/acme"]);
  });

  it.each(["", ".", "..", undefined, 5])("reject the slug %s, which would change the path", async (slug) => {
    await expect(createClient(allowed).getPost(slug as string)).rejects.toThrow(/slug must be a string/);
  });

  it.each(["", "a b", "a\n", null])("reject the idempotency key %s", async (idempotencyKey) => {
    const call = createClient(allowed).addKnowledge("x", { idempotencyKey: idempotencyKey as string });
    await expect(call).rejects.toThrow(/idempotencyKey must be ASCII/);
  });

  it("use a new random idempotency key for each call", async () => {
    const keys: (string | null)[] = [];
    const fetch = async ({ headers }: Request): Promise<Response> => {
      keys.push(headers.get("idempotency-key"));
      return Response.json({ id: "a" }, { status: 201 });
    };
    const client = createClient({ ...allowed, fetch });
    for (let count = 0; count < 20; count++) await client.addKnowledge("x");
    expect(new Set(keys).size).toBe(20);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

/** Values of which each argument refuses at least one. */
const values: readonly unknown[] = [
  7,
  "",
  "x".repeat(9000),
  "\u{0} zz",
  "-only",
  "w ".repeat(70),
  {},
  { price: 1 },
  true,
  -1,
  1e9,
  1.5,
  [""],
  "nonsense",
];

/** Valid values of the required arguments. */
const valid: Readonly<Record<string, string>> = { query: "word", id: "hours", slug: "hours", text: "A text" };

/** Problems of a valid argument whose text does not exist. */
const isMissing = /\((post|section)-not-found\)$/;

it("names the argument of the tool in each error", async () => {
  const api = createPublicApi({ storage: memoryDriver(), mcp: mcp() });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { slug: "hours", name: "Hours", html: "<p>A word.</p>" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "editor" });
  const permissions = ["posts:read", "knowledge:read", "knowledge:write"] as const;
  const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Ada", permissions });
  const client = new Client({ name: "test", version: "1" });
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    api.fetch(new Request(input, init));
  const url = new URL("http://localhost/api/public/v1/mcp/acme");
  const requestInit = { headers: { "x-api-key": key } };
  await client.connect(new StreamableHTTPClientTransport(url, { fetch, requestInit }));

  const { tools } = await client.listTools();
  const refusing = new Set<string>();
  for (const { name: tool, inputSchema } of tools) {
    const { properties = {}, required = [] } = inputSchema;
    const given = Object.fromEntries(required.map((name) => [name, valid[name]]));
    const check = async (name: string, sent: Record<string, unknown>): Promise<void> => {
      const { isError, content } = await client.callTool({ name: tool, arguments: sent });
      if (isError !== true) return;
      const { text } = content[0] as { text: string };
      if (isMissing.test(text)) return;
      expect([tool, text]).toEqual([tool, expect.stringMatching(new RegExp(`[:"] ?${name}\\b`))]);
      expect(text).not.toMatch(/query parameter|: \/|\bq\b|\|/);
      refusing.add(`${tool} ${name}`);
    };
    for (const name of [...Object.keys(properties), "querry"]) {
      for (const value of values) await check(name, { ...given, [name]: value });
    }
    for (const name of required) await check(name, { ...given, [name]: undefined });
  }
  const all = tools.flatMap(({ name, inputSchema }) =>
    [...Object.keys(inputSchema.properties ?? {}), "querry"].map((argument) => `${name} ${argument}`),
  );
  expect([...refusing].toSorted()).toEqual(all.toSorted());
  const misspelt = await client.callTool({ name: "search", arguments: { querry: "word" } });
  expect(JSON.stringify(misspelt.content)).toContain('did you mean \\"query\\"');
  await client.close();
});

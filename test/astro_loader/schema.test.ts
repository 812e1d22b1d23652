import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { posternSchema, type ZodFunctions } from "../../lib/api/astro_loader/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { fieldsOfAllTypes, valuesOfAllTypes } from "../custom_fields/all_types.ts";
import { frontEndPackage } from "../front_end_packages.ts";

/** A schema of Zod 3 or 4. */
interface Schema {
  safeParse(data: unknown): { success: boolean; data?: unknown };
}

async function openApi(): Promise<PublicApi> {
  const api = createPublicApi({ storage: memoryDriver() });
  const siteUrl = "https://acme.example";
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl, postFields: fieldsOfAllTypes });
  const html = "<h2>Why?</h2><p>So.</p>";
  await api.posts.create("acme", { slug: "hello", name: "Hello", html, custom: valuesOfAllTypes });
  return api;
}

const zod = frontEndPackage("zod");
const load = async <Module>(path: string): Promise<Module> =>
  (await import(pathToFileURL(`${zod}/${path}`).href)) as Module;

/** The functions of Zod 3, which Astro 5 has, and of Zod 4, which Astro 6 has. */
const versions: Readonly<Record<string, string>> = { 3: "v3/index.js", 4: "v4/index.js" };
const loadZod = async (version: string): Promise<ZodFunctions<Schema>> =>
  (await load<{ z: ZodFunctions<Schema> }>(versions[version] ?? "")).z;

describe.skipIf(zod === undefined)("the schema of the entries of Astro", () => {
  it.each(Object.keys(versions))("validates them with Zod %s", async (version) => {
    const api = await openApi();
    const options = { baseUrl: "https://api.example", organizationSlug: "acme", fetch: api.fetch };
    const schema = await posternSchema(options, await loadZod(version));
    const response = await api.fetch(new Request("https://api.example/api/public/v1/post/acme/hello"));
    const { html: _html, ...data } = (await response.json()) as { html: string; custom: object };
    expect(schema.safeParse(data)).toMatchObject({ success: true, data });
    const { custom } = data;
    expect(custom).toMatchObject({ rating: 4.5, materials: ["paper", "glue"] });
    for (const wrong of [{ level: "medium" }, { rating: "4" }, { materials: [1] }, { isNew: undefined }]) {
      expect([wrong, schema.safeParse({ ...data, custom: { ...custom, ...wrong } }).success]).toEqual([
        wrong,
        false,
      ]);
    }
  });

  it("gives Astro the types of the fields", async () => {
    const api = await openApi();
    const options = { baseUrl: "https://api.example", organizationSlug: "acme", fetch: api.fetch };
    const { printNode, zodToTs } = await load<{
      printNode: (node: unknown) => string;
      zodToTs: (schema: object) => { node: unknown };
    }>("../zod-to-ts/dist/index.js");
    const types = printNode(zodToTs(await posternSchema(options, await loadZod("3"))).node).replaceAll(
      /\s+/g,
      " ",
    );
    expect(types).toContain(String.raw`level: "easy" | "hard \"very\" \\" | `);
    expect(types).toContain("rating?: number | undefined;");
    expect(types).toContain("materials?: string[] | undefined;");
    expect(types).not.toContain("html:");
  });

  it("rejects with the API's error", async () => {
    const { fetch } = await openApi();
    const options = { baseUrl: "https://api.example", organizationSlug: "nobody", fetch };
    await expect(posternSchema(options, await loadZod("4"))).rejects.toThrow("404 organization-not-found");
  });
});

import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import * as v4 from "zod";
import { posternSchema, type ZodFunctions } from "../../lib/astro_loader/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { fieldsOfAllTypes } from "../custom_fields/all_types.ts";
import { frontEndPackage } from "../front_end_packages.ts";

/** A schema of Zod 3 or 4. */
interface Schema {
  safeParse(data: unknown): { success: boolean; data?: unknown };
}

async function openApi(): Promise<PublicApi> {
  const api = createPublicApi({ storage: memoryDriver() });
  const siteUrl = "https://acme.example";
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl, postFields: fieldsOfAllTypes });
  await api.posts.create("acme", { slug: "hello", name: "Hello", html: "<h2>Why?</h2><p>So.</p>" });
  return api;
}

const astro = frontEndPackage("astro");
const packageFile = (path: string): string => pathToFileURL(`${astro}/../${path}`).href;

/** Versions of Zod: that of Astro 6, and that of Astro 5 if it is installed. */
const versions: [string, () => Promise<ZodFunctions<Schema>>][] = [["4", () => Promise.resolve(v4.z)]];
if (astro !== undefined) {
  versions.push([
    "3",
    async () => ((await import(packageFile("zod/index.js"))) as { z: ZodFunctions<Schema> }).z,
  ]);
}

it.each(versions)("is a schema of Zod %s for the entries of the loader", async (_version, loadZod) => {
  const api = await openApi();
  const options = { baseUrl: "https://api.example", organizationSlug: "acme", fetch: api.fetch };
  const schema = await posternSchema(options, await loadZod());
  const response = await api.fetch(new Request("https://api.example/api/public/v1/post/acme/hello"));
  const { html: _html, ...post } = (await response.json()) as { html: string };
  const custom = { isNew: true, level: "easy", rating: 4.5, materials: ["paper"], raw: { any: ["thing"] } };
  const data = { ...post, custom };
  expect(schema.safeParse(data)).toMatchObject({ success: true, data });
  for (const wrong of [{ level: "medium" }, { rating: "4" }, { materials: [1] }, { isNew: undefined }]) {
    expect([wrong, schema.safeParse({ ...data, custom: { ...custom, ...wrong } }).success]).toEqual([
      wrong,
      false,
    ]);
  }
});

it.skipIf(astro === undefined)("gives Astro the types of the fields", async () => {
  const api = await openApi();
  const options = { baseUrl: "https://api.example", organizationSlug: "acme", fetch: api.fetch };
  const { z } = (await import(packageFile("zod/index.js"))) as { z: ZodFunctions<object> };
  const { printNode, zodToTs } = (await import(packageFile("zod-to-ts/dist/index.js"))) as {
    printNode: (node: unknown) => string;
    zodToTs: (schema: object) => { node: unknown };
  };
  const types = printNode(zodToTs(await posternSchema(options, z)).node).replaceAll(/\s+/g, " ");
  expect(types).toContain(String.raw`level: "easy" | "hard \"very\" \\" | `);
  expect(types).toContain("rating?: number | undefined;");
  expect(types).toContain("materials?: string[] | undefined;");
  expect(types).not.toContain("html:");
});

it("rejects with the API's error", async () => {
  const { fetch } = await openApi();
  const options = { baseUrl: "https://api.example", organizationSlug: "nobody", fetch };
  await expect(posternSchema(options, v4.z)).rejects.toThrow("404 organization-not-found");
});

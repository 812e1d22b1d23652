import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

/** Symbol.asyncDispose, which the types of this repository lack. */
const { asyncDispose } = Symbol as unknown as { asyncDispose: keyof PublicApi };

it("ends the work on events, waits for their writes, and disposes of the storage once", async () => {
  const steps: string[] = [];
  const driver = memoryDriver();
  const dispose = async (): Promise<void> => void steps.push("disposed");
  const api = createPublicApi({ storage: { ...driver, dispose } });
  api.events.start();
  await api.organizations.put({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.put("acme", { name: "Hello", html: "<p>Hello</p>" });
  expect(await api.events.last("acme")).toBe(0);

  const end = api[asyncDispose] as unknown as () => Promise<void>;
  await Promise.all([end(), end()]);
  expect(steps).toEqual(["disposed"]);
  expect(await api.events.last("acme")).toBeGreaterThan(0);
});

it("puts an organization twice, and keeps the fields that the second input omits", async () => {
  const api = createPublicApi({ storage: memoryDriver() });
  const acme = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };
  const first = await api.organizations.put({ ...acme, language: "de" });
  expect(await api.organizations.put(acme)).toEqual(first);
  expect(await api.organizations.put({ ...acme, name: "Acme Ltd" })).toMatchObject({
    id: first.id,
    name: "Acme Ltd",
    language: "de",
  });
  await expect(api.organizations.put({ ...acme, name: "" })).rejects.toThrow("Cannot put the organization");
});

it.each([
  [
    "with",
    "await using ended = api; const end: () => Promise<void> = api[Symbol.asyncDispose];",
    ["lib.esnext.disposable.d.ts"],
  ],
  ["without", "const { fetch } = api;", []],
])("has types for a host %s esnext.disposable", (_name, statements, libraries) => {
  const file = join(scratchDirectory(), "host.mts");
  const types = JSON.stringify(resolve("bundle/index.js"));
  writeFileSync(
    file,
    `import type { PublicApi } from ${types};\ndeclare const api: PublicApi;\n${statements}`,
  );
  const host = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", ...libraries],
    module: ts.ModuleKind.NodeNext,
    types: [],
  });
  const sources = host.getSourceFiles().filter(({ fileName }) => !fileName.includes("node_modules"));
  const found = sources.flatMap((source) => host.getSemanticDiagnostics(source));
  expect(sources.length).toBeGreaterThan(2);
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
});

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { serve } from "../../adapters/node.ts";
import { toDeclarations } from "../../adapters/cli/commands/types.ts";
import { createPublicApi, type CustomField, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { failure, run } from "../adapters/run_command.ts";
import { releaseAfterFile } from "../servers/release_after_file.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { fieldsOfAllTypes } from "./all_types.ts";

const tsc = promisify(execFile);
const compiler = resolve("node_modules/typescript-7/bin/tsc");

const settings = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: { "postern/*": [resolve("lib/api/*/mod.ts")] },
  },
  files: ["uses_types.ts", "docs/posts.ts"],
};

const program = String.raw`
import { createClient, type PosternClient } from "postern/client";
import type { PostData } from "postern/astro_loader";
import type { PosternSchema, Post, PostItem } from "./postern-types.js";

type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Value<Name extends keyof Post["custom"]> = NonNullable<Post["custom"][Name]>;
export const types: [
  Same<Value<"kicker">, string>,
  Same<Value<"lead">, string>,
  Same<Value<"rating">, number>,
  Same<Value<"isNew">, boolean>,
  Same<Value<"eventDate">, string>,
  Same<Value<"startsAt">, string>,
  Same<Value<"website">, string>,
  Same<Value<"level">, "easy" | "hard \"very\" \\" | "\u0060\u0024{x}\u0060 */">,
  Same<Value<"materials">, readonly string[]>,
  Same<Value<"related">, string>,
  Same<Post["custom"]["raw"], unknown>,
  Same<keyof PostItem["custom"], "kicker" | "rating" | "isNew" | "materials">,
  Same<PostData<PosternSchema>["custom"], Post["custom"]>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true];

const options = { baseUrl: "https://api.example", organizationSlug: "acme" };
const client = createClient<PosternSchema>(options);
const { data: post } = await client.getPost("hello");
export const always: [boolean, Value<"level">] = [post.custom.isNew, post.custom.level];
post satisfies Awaited<ReturnType<PosternClient["getPost"]>>["data"];
// @ts-expect-error The field can be missing.
post.custom.rating.toFixed();
// @ts-expect-error Only the admin API shows the field.
post.custom.remark;
// @ts-expect-error The list is read-only.
post.custom.materials?.push("paper");
// @ts-expect-error JSON is unknown.
post.custom.raw.length;
// @ts-expect-error The choice is unknown.
export const level: Value<"level"> = "medium";

for await (const item of client.iteratePosts({ limit: 5 })) {
  item.custom.rating satisfies number | undefined;
  // @ts-expect-error Only single posts show the field.
  item.custom.eventDate;
}
const { data: page } = await client.listPosts({ fields: ["name", "html", "custom.rating"] });
for (const selected of page.posts) {
  export_(selected.name, selected.html, selected.custom.rating);
  // @ts-expect-error The field is not selected.
  selected.slug;
  // @ts-expect-error The field of the organization is not selected.
  selected.custom.kicker;
}
await client.listPosts({ sort: "-custom.rating", "custom.rating.from": 3, "custom.materials": "wood", "custom.level": "easy" });
await client.listPosts({ sort: "-name", "custom.eventDate.to": "2026-12-31", "custom.isNew": undefined, fields: ["name"] });
// @ts-expect-error The organization has no such field.
await client.listPosts({ "custom.nothing": 1 });
// @ts-expect-error The organization has no such field.
await client.listPosts({ sort: "custom.nothing" });
// @ts-expect-error The field is a number.
await client.listPosts({ "custom.rating": "many" });
// @ts-expect-error The choice is unknown.
await client.listPosts({ "custom.level": "medium" });
const { data: part } = await client.getPost("hello", { fields: ["custom"] });
part.custom.level satisfies string;
// @ts-expect-error The organization has no such field.
await client.listPosts({ fields: ["custom.nothing"] });

const anyone = createClient(options);
const { data: other } = await anyone.getPost("hello", { fields: ["name", "url"] });
other satisfies { name: string; url: string };
await anyone.listPosts({ sort: "custom.any", "custom.any": true, "custom.any.from": 1 });
// @ts-expect-error A post has no such filter.
await anyone.listPosts({ rating: 1 });
// @ts-expect-error The field is not selected.
other.slug;

declare function export_(...values: unknown[]): void;
`;

/** Returns the blocks of a language in the section of the docs. */
function blocksOfDocs(language: string): string[] {
  const [, section = ""] = readFileSync("docs/custom_fields.md", "utf8").split("## Types\n");
  return Array.from(section.matchAll(/^```([\w ]+)\n([^]*?)^```$/gm))
    .filter(([, written]) => written === language)
    .map(([, , code = ""]) => code);
}

describe("the types that postern types writes", () => {
  const folder = scratchDirectory();
  let api: PublicApi;
  let url = "";

  beforeAll(async () => {
    api = createPublicApi({ storage: memoryDriver() });
    const postFields = fieldsOfAllTypes;
    const siteUrl = "https://acme.example";
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl, postFields });
    await api.organizations.create({ slug: "plain", name: "Plain", siteUrl });
    const [documented = ""] = blocksOfDocs("json");
    await api.organizations.create({
      slug: "docs",
      name: "Docs",
      siteUrl,
      postFields: JSON.parse(documented) as CustomField[],
    });
    const server = await serve(api, { port: 0, hostname: "127.0.0.1" });
    releaseAfterFile(() => server.close());
    ({ url } = server);
  });

  it("compile in strict mode, and refuse wrong uses", async () => {
    const { code, out, error } = await run(`types --url ${url}/api/public/v1 --org acme`);
    expect([code, error]).toEqual([0, ""]);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    writeFileSync(join(folder, "postern-types.d.ts"), out);
    writeFileSync(join(folder, "uses_types.ts"), program);
    const [custom = "", useOfDocs = ""] = blocksOfDocs("ts ignore");
    const documented = (await run(`types --url ${url} --org docs`)).out;
    expect(documented).toContain(custom);
    mkdirSync(join(folder, "docs"));
    writeFileSync(join(folder, "docs/postern-types.d.ts"), documented);
    writeFileSync(join(folder, "docs/posts.ts"), useOfDocs);
    const checked = await tsc(process.execPath, [compiler, "--project", folder]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(checked.stdout).toBe("");
  });

  it("have labels and hints as comments that they cannot end", async () => {
    const { out } = await run(`types --url ${url} --org acme`);
    expect(out).toContain(
      String.raw`    /** Rating *\/ }: From 1 to 5. \@deprecated */` + "\n    rating?: number;\n",
    );
    expect(out).toContain(String.raw`    level: "easy" | "hard \"very\" \\" | "${"`$"}{x}${"`"} */";`);
    expect(out).not.toContain("remark");
  });

  it("have no custom fields if the organization defines none", async () => {
    const { out } = await run(`types --url ${url} --org plain`);
    expect(out).toContain("export interface PosternSchema");
    expect(out).not.toContain("custom");
  });

  it("are written from the JSON Schema, which --json shows", async () => {
    const { out } = await run(`types --url ${url}/api/public/v1/ --org plain --json`);
    const { $defs } = JSON.parse(out) as { $defs: Record<string, object> };
    expect(toDeclarations($defs)).toBe((await run(`types --url ${url} --org plain`)).out);
  });

  it("need an API, a known organization, and a key where reading needs one", async () => {
    const address = `${url}/api/public/v1/schema`;
    expect(await run(`types --url ${url} --org nobody`)).toEqual(
      failure(
        `Cannot get ${address}/nobody: 404 organization-not-found: No organization has the slug in the path`,
      ),
    );
    expect((await run("types --url acme --org acme")).error).toContain(
      "--url must be an absolute http or https URL",
    );
    expect((await run("types --org acme")).error).toContain("--url");
    vi.stubEnv("POSTERN_KEY", "postern_wrong");
    expect((await run(`types --url ${url} --org acme`)).error).toContain("401 invalid-key");
    vi.unstubAllEnvs();
  });
});

describe("the types of a hostile schema", () => {
  it("hold its names and texts as data", () => {
    const text = toDeclarations({
      "Post } export const x = 1; interface Y": { type: "object" },
      PostItem: {
        type: "object",
        title: "a */ b\n@see x\u202e\u2029",
        properties: {
          "a: 1; }": { const: "\u2028\u202e" },
          other: { $ref: "#/$defs/Post } x" },
          list: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
          odd: { type: ["string"], enum: "x", properties: 5 },
        },
      },
    });
    expect(text.split("\n").slice(2, -6)).toEqual([
      String.raw`/** a *\/ b \@see x */`,
      "export interface PostItem {",
      String.raw`  "a: 1; }"?: "\u{2028}\u{202e}";`,
      "  other?: unknown;",
      "  list?: (string | null)[];",
      "  odd?: unknown;",
      "}",
      "",
    ]);
  });

  it("end at a depth", () => {
    let schema: object = { type: "string" };
    for (let depth = 0; depth < 5000; depth++) schema = { type: "object", properties: { a: schema } };
    expect(toDeclarations({ Post: schema })).toContain("a?: unknown;");
  });
});

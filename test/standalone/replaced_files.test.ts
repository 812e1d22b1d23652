import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { assetPath } from "../../lib/dashboard/assets/assets.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { startNode } from "../adapters/start_process.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

/** Copies the package into a folder, where its dependencies are links. Returns the folder of its modules. */
function installCopy(folder: string): string {
  const modules = join(folder, "node_modules");
  const { dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
    "dependencies" | "peerDependencies",
    Record<string, string>
  >;
  cpSync("bundle", join(modules, "postern/bundle"), { recursive: true });
  cpSync("package.json", join(modules, "postern/package.json"));
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(realpathSync(join("node_modules", name)), join(modules, name));
  }
  return modules;
}

const languages =
  "ar bg da de el en es fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sr sv ta tr uk".split(" ");

/** Publishes a post in an organization of each language. Returns a key of an owner. */
async function seed(storage: string): Promise<string> {
  const driver = await openStorageDriver(storage);
  const api = createPublicApi({ storage: driver });
  const { id: userId } = await api.users.create({ name: "Ada" });
  for (const language of languages) {
    const slug = `org-${language}`;
    await api.organizations.create({
      slug,
      name: "A",
      siteUrl: "https://acme.example",
      language,
      feeds: true,
    });
    await api.users.addToOrganization(userId, { organizationSlug: slug, role: "owner" });
    await api.posts.create(slug, { name: "Hello", html: "<p>Hello</p>" });
  }
  const { key } = await api.apiKeys.generate({ organizationSlug: "org-en", userId, name: "test" });
  await driver.dispose?.();
  return key;
}

const publicApi = "/api/public/v1";
const adminApi = "/api/admin/v1";

describe("a server whose files were removed", () => {
  it("serves what needs a module that is loaded on first use", async () => {
    const folder = scratchDirectory();
    const storage = `lmdb:${join(folder, "store")}`;
    const key = await seed(storage);
    const modules = installCopy(folder);
    const cli = join(modules, "postern/bundle/cli.js");
    const line =
      "serve --port 0 --mcp on --mcp-sign-in on --api-origin https://api.example --log json --storage";
    const server = startNode([cli, ...line.split(" "), storage]);
    const [, url = ""] = await server.waitFor(/at (http:\S+?)\/api\/public\/v1/);
    rmSync(modules, { recursive: true });

    const json = { "content-type": "application/json" };
    const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
      method: "POST",
      headers: { "x-api-key": key, ...json, ...headers },
      body: JSON.stringify(body),
    });
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "search", arguments: { query: "hello" } },
    };
    const long = `# Long\n\n${"A sentence. ".repeat(3000)}`;
    const requests: [path: string, init?: RequestInit][] = [
      ...languages.map((language): [string] => [`${publicApi}/search/org-${language}?q=hello`]),
      [`${publicApi}/docs`],
      [`${publicApi}/openapi.json`],
      [`${publicApi}/post/org-en/hello`, { headers: { accept: "text/markdown" } }],
      [`${publicApi}/mcp/org-en`, post(call, { accept: "application/json, text/event-stream" })],
      [`${adminApi}/posts`, post({ name: "Short", markdown: "Text" })],
      // Longer texts are read in a thread, which starts with the first.
      [`${adminApi}/posts`, post({ name: "Long", markdown: long })],
      ...(["code_editor.js", "editor.js", "palette.js", "style.css"] as const).map((name): [string] => [
        assetPath("/dashboard", name),
      ]),
      ["/dashboard/sign-in"],
      ["/.well-known/oauth-authorization-server"],
      ["/readyz"],
    ];
    for (const [path, init] of requests) {
      const response = await fetch(url + path, init);
      expect([path, response.status, await response.text()]).toEqual([
        path,
        expect.toSatisfy((status: number) => status < 300),
        expect.not.stringContaining('isError":true'),
      ]);
    }
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain('"level":50');
  });
});

describe("the sources", () => {
  it("load modules on first use only through onFirstUse, so that a server can load them ahead", () => {
    const found = readdirSync("lib", { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes("browser_scripts"))
      .flatMap((name) =>
        readFileSync(join("lib", name), "utf8")
          .split("\n")
          .filter((line) => /(?<!onFirstUse\(\(\) => )\bimport\("/.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      );
    // This module registers its whole table.
    expect(found.filter((line) => !line.startsWith("search/words/load_stemmer.ts"))).toEqual([]);
  });
});

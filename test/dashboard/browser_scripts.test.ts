import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { browserScripts } from "../../packaging/browser_scripts.ts";
import { bundleFirstLoad } from "../bundle_for_browsers.ts";
import { openDashboardWorld, signIn, visit } from "./dashboard_world.ts";

const root = join(import.meta.dirname, "../..");

describe("the bundled scripts", () => {
  it("are those of the sources. Renew them with `npm run build:browser`", async () => {
    for (const [path, text] of await browserScripts(root)) {
      const stored = await readFile(join(root, path), "utf8");
      expect.soft([path, stored === text]).toEqual([path, true]);
    }
  });

  it("are not part of the dashboard's first load", async () => {
    const { inputs } = await bundleFirstLoad(`export * from "../lib/dashboard/mod.ts";`);
    const loaded = inputs.filter((path) => path.includes("browser_scripts/"));
    expect(loaded.map((path) => path.slice(path.lastIndexOf("/") + 1))).toEqual(["script_hashes.ts"]);
  });

  it("are served under an address that changes with them, and under no other", async () => {
    const world = await openDashboardWorld();
    const { cookie } = await signIn(world, world.owner.userId);
    const page = await (await visit(world, "/o/acme", { cookie })).text();
    const path = /data-palette="\/dashboard(?<path>[^"]+)"/.exec(page)?.groups?.["path"] ?? "";
    const response = await visit(world, path);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await response.text()).toContain("openPalette");
    const other = await visit(world, path.replace(/assets\/\w+/, "assets/000000000000"), { cookie });
    expect(other.status).toBe(404);
  });

  it("have the licenses of their packages beside them", async () => {
    const licenses = await readFile(join(root, "lib/dashboard/browser_scripts/licenses.txt"), "utf8");
    const { inputs } = await bundleFirstLoad(`export * from "../browser/code_editor/code_editor.ts";`);
    const names = inputs.flatMap((path) => /node_modules\/((?:@[\w-]+\/)?[\w-]+)\//.exec(path)?.[1] ?? []);
    const packages = [...new Set(names)];
    expect(packages.length).toBeGreaterThan(5);
    for (const name of packages) expect.soft([name, licenses.includes(name)]).toEqual([name, true]);
  });
});

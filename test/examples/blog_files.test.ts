import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { runPostern } from "../adapters/start_process.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

const root = resolve(".");
const blog = join(root, "examples/blog");

/** Copies the blog beside this package, LMDB and React, and without Next.js. */
function copyBlog(): string {
  const path = scratchDirectory();
  cpSync(blog, path, { recursive: true, filter: (file) => !/node_modules|\.next$|\.postern$/.test(file) });
  mkdirSync(join(path, "node_modules/@types"), { recursive: true });
  symlinkSync(root, join(path, "node_modules/postern"));
  for (const name of ["lmdb", "react", "@types/react", "@types/node"])
    symlinkSync(join(root, "node_modules", name), join(path, "node_modules", name));
  return path;
}

describe("the files of the blog", () => {
  it("have correct types", () => {
    const path = copyBlog();
    cpSync("test/examples/_next_types.d.ts", join(path, "next-env.d.ts"));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const check = (): string => {
      const args = [tsc, "--incremental", "false", "--types", "node"];
      return spawnSync(process.execPath, args, { cwd: path, encoding: "utf8" }).stdout;
    };
    expect(check()).toBe("");
    writeFileSync(join(path, "lib/wrong.ts"), 'import { postern } from "./postern";\npostern.getPosts();\n');
    expect(check()).toContain("lib/wrong.ts(2,9)");
  });

  it("set up a store with the posts, a key and a webhook", async () => {
    const path = copyBlog();
    await promisify(execFile)(process.execPath, ["demo/set_up.js"], { cwd: path });
    expect(readFileSync(join(path, ".env.local"), "utf8")).toMatch(
      /^POSTERN_SECRET=.{44}\nPOSTERN_API_KEY=postern_\w+\nPOSTERN_WEBHOOK_SECRET=whsec_\S+\n$/,
    );
    const postern = (line: string): Record<string, string>[] =>
      JSON.parse(runPostern(`${line} --json`, { cwd: path }).out) as Record<string, string>[];
    const posts = postern("post list");
    expect(posts.map(({ slug, status }) => `${slug} ${status}`)).toContain("our-new-oven draft");
    const webhooks = postern("webhook list");
    expect(webhooks.map(({ url }) => url)).toEqual(["http://127.0.0.1:3000/api/postern"]);
  });

  it("are those that the README names, with its commands", () => {
    const readme = readFileSync(join(blog, "README.md"), "utf8");
    const { scripts, dependencies } = JSON.parse(readFileSync(join(blog, "package.json"), "utf8")) as Record<
      "scripts" | "dependencies",
      Record<string, string>
    >;
    const named = [...readme.matchAll(/npm run ([\w-]+)/g)].map(([, script = ""]) => script);
    expect(named).toContain("demo");
    for (const script of named) expect(Object.keys(scripts)).toContain(script);
    for (const [, file = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect([file, existsSync(join(blog, file))]).toEqual([file, true]);
    const commands = readFileSync("docs/cli_reference.md", "utf8");
    for (const [, words = ""] of readme.matchAll(/npx (postern(?: [a-z][a-z-]+)+)/g))
      expect(headingsOf(words).some((heading) => commands.includes(`### ${heading}\n`))).toBe(true);
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect([dependencies["postern"], readme.includes(`postern-${version}.tgz`)]).toEqual([
      `^${version}`,
      true,
    ]);
  });
});

/** Returns the beginnings of a command line that may be a command: its arguments follow. */
function headingsOf(words: string): string[] {
  const parts = words.split(" ");
  return parts.map((_part, index) => parts.slice(0, index + 1).join(" "));
}

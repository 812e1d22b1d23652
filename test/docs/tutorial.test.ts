import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { postern, runPostern } from "../adapters/start_process.ts";
import { runLine, startApp, usePort, wantedApps } from "../examples/_created_app.ts";
import { freePort } from "../free_port.ts";
import { curlIsMissing } from "../program_is_missing.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

const text = readFileSync("docs/tutorial.md", "utf8");
const hosts = [...text.matchAll(/^`server\.ts` on (\w+):$/gm)].map(([, name = ""]) => name.toLowerCase());

interface Block {
  /** The paragraph before the block. */
  paragraph: string;
  language: string;
  code: string;
}

// The parts of the page are texts and blocks of code in turn.
const blocks: Block[] = text.split(/^```/m).flatMap((part, index, parts) => {
  if (index % 2 === 0) return [];
  const [, language = "", code = ""] = /^(\w+)(?: ignore)?\n([^]*)\n$/.exec(part) ?? [];
  return [{ paragraph: parts[index - 1]?.trim().split("\n\n").at(-1) ?? "", language, code }];
});

/** Returns a text in one form, because docs and server write HTML and JSON with different spaces. */
function comparable(text: string, language: string): string {
  if (language === "json") return JSON.stringify(JSON.parse(text));
  return text.split(/\s/).filter(Boolean).join(" ").replaceAll(" />", ">");
}

/** Creates the app from the packages of this checkout, as `npm create postern` creates it from a registry. */
async function createLinked(line: string, folder: string, port: number): Promise<void> {
  const app = join(folder, "my-site");
  const [, flags = ""] = line.split(" my-site -- ");
  const { code, error } = runPostern(`create my-site ${flags} --skip-install`, { cwd: folder });
  if (code !== 0) throw new Error(error);
  usePort(app, port);
  const manifestFile = join(app, "package.json");
  const manifest = readFileSync(manifestFile, "utf8").replaceAll("--import tsx", "--import jiti/register");
  writeFileSync(manifestFile, manifest);
  const { dependencies, devDependencies } = JSON.parse(manifest) as Record<
    "dependencies" | "devDependencies",
    Record<string, string>
  >;
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== "tsx");
  for (const name of [...names, "jiti"]) {
    const place = join(app, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(name === "postern" ? resolve(".") : resolve("node_modules", name), place);
  }
  mkdirSync(join(app, "node_modules/.bin"));
  symlinkSync(resolve("node_modules/typescript-7/bin/tsc"), join(app, "node_modules/.bin/tsc"));
  const command = `#!/bin/sh\nexec node '${postern}' "$@"\n`;
  writeFileSync(join(app, "node_modules/.bin/postern"), command, { mode: 0o755 });
  await runLine("npm run seed", app);
}

async function createFromRegistry(line: string, folder: string, port: number): Promise<void> {
  const app = join(folder, "my-site");
  await runLine(line, folder);
  usePort(app, port);
  await runLine(`npx postern org update acme --site-url http://localhost:${port}`, app);
}

/** Checks the output of a command, and repeats a request until its output is as the page says. */
async function expectOutput(command: string, app: string, { language, code }: Block): Promise<void> {
  const first = await runLine(command, app);
  const shown = language === "json" ? [code] : code.split("\n");
  const missing = async (): Promise<string[]> => {
    const output = comparable(command.startsWith("curl") ? await runLine(command, app) : first, language);
    return shown.filter((text) => !output.includes(comparable(text, language)));
  };
  await expect.poll(missing, { timeout: 30_000, interval: 500 }).toEqual([]);
}

describe.skipIf(curlIsMissing())("the tutorial", () => {
  it("has all of its blocks, and is at most 45 minutes long", () => {
    expect(new Set(blocks.map(({ language }) => language))).toEqual(
      new Set(["bash", "json", "text", "md", "ts", "js"]),
    );
    expect(hosts).toEqual(["node", "express", "fastify", "koa", "hono"]);
    // 200 words or 40 lines of code in three minutes.
    const lines = blocks.reduce((sum, { code }) => sum + code.split("\n").length, 0);
    const words = text.replaceAll(/```[^]*?```/g, "").split(/\s+/).length;
    expect(words / 200 + (lines * 3) / 40).toBeLessThan(45);
  });

  const isReal = wantedApps.wanted !== undefined;
  const tried = isReal ? hosts.filter((host) => wantedApps.hosts.some((name) => name === host)) : ["node"];

  it.each(tried)(
    "makes a site on %s by its commands and files",
    async (host) => {
      const folder = scratchDirectory();
      const app = join(folder, "my-site");
      const port = await freePort();
      let stop = async (): Promise<void> => undefined;
      for (const [index, block] of blocks.entries()) {
        const { paragraph, language } = block;
        const code = block.code.replaceAll("3000", String(port));
        const [, onHost = host] = /^`server\.ts` on (\w+):$/.exec(paragraph) ?? [];
        const [, file] = /`([\w./-]+\.(?:ts|mjs|md))`/.exec(paragraph) ?? [];
        if (language === "bash" && code.startsWith("npm create")) {
          const [line = ""] = code.replace("--host node", `--host ${host}`).split("\n");
          await (isReal ? createFromRegistry : createLinked)(line, folder, port);
        } else if (language === "bash" && code === "npm start") {
          await stop();
          stop = await startApp(code, { folder: app, port });
        } else if (language === "bash") {
          const next = blocks[index + 1];
          if (next === undefined || !["json", "text"].includes(next.language)) await runLine(code, app);
          else await expectOutput(code, app, { ...next, code: next.code.replaceAll("3000", String(port)) });
        } else if (["ts", "js", "md"].includes(language) && onHost.toLowerCase() === host) {
          if (file === undefined) throw new Error(`No file is named before:\n${code}`);
          mkdirSync(dirname(join(app, file)), { recursive: true });
          writeFileSync(join(app, file), `${code}\n`);
        }
      }
      expect(existsSync(join(app, "webhook.json"))).toBe(false);
    },
    900_000,
  );
});

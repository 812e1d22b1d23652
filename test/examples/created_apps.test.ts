import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { type HostName, hostNames } from "../../adapters/cli/create/starters.ts";
import { freePort } from "../free_port.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { runLine, startApp, usePort, wantedApps } from "./_created_app.ts";

const { wanted, hosts } = wantedApps;
const apps = hosts.flatMap((host) => [
  { host, language: "TypeScript", flag: "" },
  { host, language: "JavaScript", flag: " --js" },
]);

interface App {
  host: HostName;
  language: string;
  hasCheck: boolean;
}

/** Returns the problems with the types of an app. An app in TypeScript checks itself, and throws. */
async function typeProblems(folder: string, { host, language, hasCheck }: App): Promise<string[]> {
  if (hasCheck !== (language === "TypeScript")) return ["Only an app in TypeScript has the script check"];
  if (hasCheck) await runLine(host === "deno" ? "deno task check" : "npm run check", folder);
  // TypeScript does not know the types of Deno.
  return hasCheck || host === "deno" ? [] : problemsOfJavaScript(folder);
}

/** Returns the problems that TypeScript finds in the JavaScript of an app. */
function problemsOfJavaScript(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && !/node_modules|\.next/.test(name))
    .map((name) => join(folder, name));
  const program = ts.createProgram(files, {
    strict: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.Preserve,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}

describe.skipIf(wanted === undefined)("npm create postern", () => {
  it("has a host of each wanted name", () => {
    expect(hosts.join(" ")).toBe(wanted === "all" ? hostNames.join(" ") : wanted);
  });

  it.each(apps)(
    "makes an app for $host in $language that serves its post",
    async ({ host, language, flag }) => {
      const folder = scratchDirectory();
      const app = join(folder, "my-api");
      const port = await freePort();
      const withPort = (text: string): string => text.replaceAll("3000", String(port));
      const created = withPort(await runLine(`npm create postern my-api -- --host ${host}${flag}`, folder));
      usePort(app, port);

      const { scripts } = JSON.parse(readFileSync(join(app, "package.json"), "utf8")) as {
        scripts: Record<string, string>;
      };
      expect(await typeProblems(app, { host, language, hasCheck: "check" in scripts })).toEqual([]);

      const [, steps = ""] = /Go on with:\n\n([^]*)$/.exec(created) ?? [];
      const [change = "", startLine = "", ...later] = steps.trim().split(/\n\s*/);
      expect(change).toBe("cd my-api");
      const checkServed = async (line: string): Promise<void> => {
        const stop = await startApp(line, { folder: app, port });
        const seeded = later.length === 0 ? created : await runLine(later.join("\n"), app);
        seeds.push(seeded);
        const [first = ""] = seeds;
        const [curl = ""] = /curl -H .*/.exec(first) ?? [];
        expect(JSON.parse(await runLine(`${curl} --silent`, app))).toMatchObject({ name: "Hello", id: 1 });
        const [link = ""] = /http\S*token=\S*/.exec(seeded) ?? [];
        expect((await fetch(link)).status).toBe(200);
        await stop();
      };
      const seeds: string[] = [];
      await checkServed(`PORT=${port} ${startLine}`);
      if (scripts["build"] === undefined) return;
      await runLine("npm run build", app);
      await checkServed(`PORT=${port} npm start`);
    },
    900_000,
  );
});

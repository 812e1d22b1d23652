import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import type { RunningServer } from "../../adapters/serving/serve_options.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { frontEndBlocks } from "../docs/front_end_blocks.ts";
import { frontEndPackage } from "../front_end_packages.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

/** Directory of Astro's package. `POSTERN_ASTRO` names another version, which may need another Node. */
const astro = process.env["POSTERN_ASTRO"] ?? frontEndPackage("astro");
const lastmod = "2026-01-01T00:00:00.000Z";
const hostile = "</script><script>alert(1)</script>";

/** The site of docs/front_ends.md, which Astro builds. */
describe.skipIf(astro === undefined)("a site of Astro", () => {
  const { path: folder, remove } = temporaryDirectory();
  let api: PublicApi;
  let server: RunningServer;
  let requests: string[] = [];

  /** Runs a command of Astro in the site. Returns its exit code and output. */
  const run = async (
    command: "build" | "sync",
    env: Record<string, string> = {},
  ): Promise<{ code: number; output: string }> => {
    requests = [];
    const options = {
      cwd: folder,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", NO_COLOR: "1", POSTERN_URL: server.url, ...env },
    };
    const { bin } = JSON.parse(readFileSync(join(astro ?? "", "package.json"), "utf8")) as {
      bin: { astro: string };
    };
    return new Promise((done) => {
      execFile(process.execPath, [join(astro ?? "", bin.astro), command], options, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  };
  const pageOf = (path: string): string => readFileSync(join(folder, "dist", path, "index.html"), "utf8");
  const readPosts = (): string[] => requests.filter((path) => path.startsWith("/post/acme/")).toSorted();

  beforeAll(async () => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(resolve("."), join(folder, "node_modules/postern"));
    symlinkSync(astro ?? "", join(folder, "node_modules/astro"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const [path, code] of frontEndBlocks()) {
      if (!path.startsWith("src/")) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    api = createPublicApi({
      storage: memoryDriver(),
      hooks: {
        "request.answered": ({ request }) => {
          requests.push(new URL(request.url).pathname.replace("/api/public/v1", ""));
        },
      },
    });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const html = "<h2>Is it open?</h2><p>Daily.</p><h2>Is it free?</h2><p>It is.</p>";
    await api.posts.create("acme", { slug: "hello", name: `Hello ${hostile}`, html, updatedAt: lastmod });
    await api.posts.create("acme", { slug: "grüße", name: "Grüße", html: "<p>Text</p>" });
    server = await serve(api, { port: 0, hostname: "127.0.0.1" });
  });
  afterAll(async () => {
    await server.close();
    remove();
  });

  it("has a page of each post, with content and JSON-LD", async () => {
    expect(await run("build")).toMatchObject({
      code: 0,
      output: expect.stringContaining("Posts: 2, changed: 2"),
    });
    const hello = pageOf("blog/hello");
    expect(hello).toContain("<h2>Is it open?</h2><p>Daily.</p>");
    expect(hello).not.toContain(hostile);
    const jsonLd = [...hello.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
    expect(jsonLd.map(([, json = ""]) => JSON.parse(json) as object)).toMatchObject([
      { "@type": "Article", headline: `Hello ${hostile}` },
      { "@type": "FAQPage" },
    ]);
    expect(pageOf("blog/grüße")).toContain("<p>Text</p>");
    expect(pageOf("questions")).toContain(
      '<div class="faq"><details><summary>Is it open?</summary><div><p>Daily.</p></div></details>',
    );
  });

  it("reads only changed posts in the next build, and has no page of a removed post", async () => {
    await run("build");
    expect(requests).toEqual(["/organization/acme", "/post/acme"]);
    // A file with another text and the same lastmod.
    const hello = { organizationSlug: "acme", slug: "hello" };
    await api.posts.update(hello, { html: "<p>New</p>", updatedAt: lastmod });
    await api.posts.delete({ organizationSlug: "acme", slug: "grüße" });
    expect((await run("build")).output).toContain("Posts: 1, changed: 1, removed: 1");
    expect(readPosts()).toEqual(["/post/acme/hello"]);
    expect(pageOf("blog/hello")).toContain("<p>New</p>");
    expect(existsSync(join(folder, "dist/blog/grüße"))).toBe(false);
  });

  it("has types that hold", () => {
    const file = join(folder, "src/uses_types.ts");
    writeFileSync(
      file,
      `import type { Loader } from "astro/loaders";
      import { posternLoader } from "postern/astro-loader";
      import { getCollection } from "astro:content";
      export const loader: Loader = posternLoader({ baseUrl: "https://api.example", organizationSlug: "acme" });
      for (const { data } of await getCollection("posts")) {
        data.faqEntries[0]?.question satisfies string | undefined;
        // @ts-expect-error The HTML is the rendered content.
        data.html;
      }`,
    );
    const program = ts.createProgram(
      [file, join(folder, "src/content.config.ts"), join(folder, ".astro/types.d.ts")],
      {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        types: ["node"],
        typeRoots: [resolve("node_modules/@types")],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
      },
    );
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    expect(problems.map((text) => ts.flattenDiagnosticMessageText(text, "\n"))).toEqual([]);
  });

  it("fails to build with the error of the API, or of an option", async () => {
    const failed = await run("build", { POSTERN_URL: `${server.url}/elsewhere` });
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain(`Cannot get ${server.url}/elsewhere/api/public/v1/organization/acme`);
    const config = join(folder, "src/content.config.ts");
    writeFileSync(config, readFileSync(config, "utf8").replace("organizationSlug:", "organisation:"));
    const refused = await run("build");
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("organisation is not a known option");
  });
});

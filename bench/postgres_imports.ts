import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createPublicApi } from "../lib/mod.ts";
import { postgresDriver } from "../storage-drivers/postgres.ts";
import type { PartSettings } from "./postgres.bench.ts";
import { runImport } from "./run_import.ts";
import { importRate } from "./seed_for_scale.ts";
import { prioritize } from "./spawn_measured.ts";
import { startDurablePostgres } from "./start_durable_postgres.ts";
import { writeMarkdownFiles } from "./write_import_files.ts";

const posts = Number(process.env["POSTS"] ?? 10_000);
const command = "dist/adapters/cli/main.js";

/** Measures imports by concurrent calls of `posts.create`, and of Markdown files by the command line. */
export async function measureImports({ folder }: PartSettings): Promise<string[]> {
  const postgres = await startDurablePostgres();
  postgres.prioritize();
  prioritize(process.pid);
  try {
    const storage = postgresDriver({ url: postgres.url, commandTimeoutMs: 60_000 });
    const organization = { slug: "org-0", name: "Acme", siteUrl: "https://acme.example" };
    await createPublicApi({ storage }).organizations.create(organization);
    const rate = await importRate(storage, posts);
    await storage.dispose?.();
    const setting = postgres.urlOf("cli");
    const create = ["org", "create", "acme", "--name", "Acme", "--site-url", "https://acme.example"];
    execFileSync(process.execPath, [command, ...create, "--storage", setting]);
    const markdown = join(folder, "markdown");
    writeMarkdownFiles(markdown, posts);
    const run = await runImport([command, "post", "import", markdown, "--storage", setting]);
    if (run.end !== "0") throw new Error(`Cannot measure the import: it ended with ${run.end}`);
    return [
      `Imports of ${posts} posts:`,
      "",
      "| import | posts/s |",
      "| --- | ---: |",
      `| \`posts.create\` of 12 KB, 200 concurrent | ${rate.toFixed(0)} |`,
      `| \`postern post import\` of Markdown | ${((run.posts ?? NaN) / run.seconds).toFixed(0)} |`,
    ];
  } finally {
    await postgres.stop();
  }
}

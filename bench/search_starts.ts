import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv, execPath } from "node:process";
import { createPublicApi } from "../lib/mod.ts";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";
import { median } from "./median.ts";
import { textOf, toHtml } from "./search_posts.ts";
import { measuredCommand } from "./spawn_measured.ts";

/** Output of `search_start.ts`. */
interface Start {
  answered: number;
  block: number;
  saved: number;
  saveBlock: number;
  found: number;
}

const writtenAtOnce = 64;
const starts = 5;

/** Returns Markdown about the first search of a process: without a saved index, and with it. */
export async function measureStarts(posts: number): Promise<string> {
  const path = mkdtempSync(join(tmpdir(), "postern-search-"));
  try {
    await seed(path, posts);
    const first = start(path);
    const size = await savedSize(path);
    const later = Array.from({ length: starts }, () => start(path));
    const middle = median(later.map(({ answered }) => answered));
    const block = Math.max(...later.map((one) => one.block));
    return `- Without a saved index: the first response after ${seconds(first.answered)}. Then the process saved the index in ${seconds(first.saved)}, and held the event loop for at most ${first.saveBlock.toFixed(0)} ms.
- With the saved index: the first response after ${seconds(middle)}, the median of ${starts} starts. The longest hold of the event loop was ${block.toFixed(0)} ms.
- The saved index takes ${(size / 1e6).toFixed(0)} MB in the store.`;
  } finally {
    rmSync(path, { recursive: true });
  }
}

async function seed(path: string, posts: number): Promise<void> {
  const storage = lmdbDriver({ path });
  const api = createPublicApi({ storage });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (let first = 0; first < posts; first += writtenAtOnce) {
    const numbers = Array.from({ length: Math.min(writtenAtOnce, posts - first) }, (_, at) => first + at);
    await Promise.all(
      numbers.map((number) => {
        const words = textOf();
        const name = words.slice(0, 5).join(" ");
        return api.posts.create("acme", { name, slug: `post-${number}`, html: toHtml(words) });
      }),
    );
  }
  await api.events.settle();
  await storage.dispose?.();
}

function start(path: string): Start {
  const program = join(dirname(argv[1] ?? ""), "search_start.mjs");
  return JSON.parse(
    execFileSync(...measuredCommand(execPath, [program, path]), { encoding: "utf8" }),
  ) as Start;
}

/** Returns the characters of the saved index. */
async function savedSize(path: string): Promise<number> {
  const storage = lmdbDriver({ path });
  try {
    const [header] = await storage.atomic.getMany([{ partition: "org!acme", key: "search-index!posts" }]);
    const data = header?.value["data"] as { current?: { stored: number } } | undefined;
    return data?.current?.stored ?? 0;
  } finally {
    await storage.dispose?.();
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

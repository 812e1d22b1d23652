/**
 * Measures the list of posts of the dashboard in an organization with many posts, and in one without posts. The requests alternate, so that
 * the ratio holds on a busy machine, too.
 *
 * Run it with `npm run bench:dashboard`. `POSTS=1000` changes the number of posts.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, stdout } from "node:process";
import { systemClock } from "../lib/base/time/clock.ts";
import { createDashboard } from "../lib/dashboard/mod.ts";
import { createPublicApi } from "../lib/mod.ts";
import { systemRandomBytes } from "../lib/base/secrets/random.ts";
import { openStore } from "../lib/store/mod.ts";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";
import { importInBulk } from "./import_in_bulk.ts";
import { median } from "./median.ts";
import { keepReport, measuredOn } from "./report.ts";

const posts = Number(env["POSTS"] ?? "10000");
const rounds = Number(env["ROUNDS"] ?? "50");
const origin = "http://localhost";

const folder = mkdtempSync(join(tmpdir(), "postern-bench-"));
const storage = lmdbDriver({ path: folder });
const api = createPublicApi({ storage });
const dashboard = createDashboard(api);
const { id: userId } = await api.users.create({ name: "Ann" });
for (const slug of ["empty", "full"]) {
  await api.organizations.create({ slug, name: slug, siteUrl: "https://acme.example" });
  await api.users.addToOrganization(userId, { organizationSlug: slug, role: "owner" });
}
const store = openStore(storage, {
  deployment: "host",
  clock: systemClock,
  randomBytes: systemRandomBytes,
});
await importInBulk(store, { organizationSlug: "full", from: 0, count: posts, html: () => "<p>Text</p>" });
const { token } = await api.sessions.startFor(userId).then((session) => session ?? { token: "" });
const headers = { cookie: `postern_session=${token}` };

/** Returns the milliseconds until a whole page was received. */
async function timeOf(path: string): Promise<number> {
  const start = performance.now();
  const response = await dashboard.fetch(new Request(`${origin}/dashboard/o/${path}`, { headers }));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return performance.now() - start;
}

/** Changes a post, so that the totals are counted again. */
async function changePost(round: number): Promise<void> {
  await api.posts.update({ organizationSlug: "full", slug: `post-${round}` }, { name: `Changed ${round}` });
  await api.events.settle();
}

const middle = await pathOfPage(posts / 50);
const pages: [name: string, path: string, before?: (round: number) => Promise<void>][] = [
  ["first page", "full/posts"],
  ["first page, after a change of a post", "full/posts", changePost],
  ["page in the middle", middle],
  ["drafts: none", "full/posts?status=draft"],
  ["search without a match", "full/posts?search=nothing"],
  ["search without a match, after a change of a post", "full/posts?search=nothing", changePost],
];

/** Follows the links to a page. */
async function pathOfPage(number: number): Promise<string> {
  let path = "full/posts";
  for (let page = 1; page < number; page++) {
    const response = await dashboard.fetch(new Request(`${origin}/dashboard/o/${path}`, { headers }));
    const next = /rel="next" href="\/dashboard\/o\/([^"]+)"/.exec(await response.text())?.[1];
    if (next === undefined) return path;
    path = next.replaceAll("&amp;", "&");
  }
  return path;
}

const lines: string[] = [];
for (const [name, path, before] of pages) {
  const times: { empty: number[]; full: number[] } = { empty: [], full: [] };
  for (let round = -5; round < rounds; round++) {
    await before?.(round + 5);
    const empty = await timeOf("empty/posts");
    const full = await timeOf(path);
    if (round < 0) continue;
    times.empty.push(empty);
    times.full.push(full);
  }
  const slowest = times.full.toSorted((one, other) => one - other)[Math.floor(rounds * 0.95)] ?? NaN;
  const ratio = median(times.full) / median(times.empty);
  lines.push(
    `| ${name} | ${median(times.full).toFixed(1)} | ${slowest.toFixed(1)} | ${median(times.empty).toFixed(1)} | ${ratio.toFixed(1)} |`,
  );
}
const report = `# The list of posts in the dashboard

${posts.toLocaleString("en-US")} posts in LMDB, medians of ${rounds} requests in turns with the list without posts. ${measuredOn()}

| page | ms | p95 ms | ms without posts | ratio |
| --- | ---: | ---: | ---: | ---: |
${lines.join("\n")}
`;
keepReport("dashboard", report);
stdout.write(report);
await storage.dispose?.();
rmSync(folder, { recursive: true, force: true });

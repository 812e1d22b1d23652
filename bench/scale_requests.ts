import { writeFileSync } from "node:fs";
import { encodeCursor } from "../lib/api/public/posts/cursor.ts";
import { indexPrefix } from "../lib/content/posts/post_record.ts";
import { encodeKey } from "../lib/store/mod.ts";
import { postsPerOrganization, type ReadPost, type ScaleSize, slugOf } from "./seed_for_scale.ts";
import { createdAtOf } from "./import_in_bulk.ts";
import { luaString } from "./wrk.ts";

/** A kind of request. Each sent request is a random line of it. */
export interface ScaleRequest {
  name: string;
  lines: readonly Line[];
  /** Body of a POST; undefined for a GET. */
  body?: string;
}

/** A path, and the key of its request. */
export interface Line {
  path: string;
  key?: string;
}

const root = "/api/public/v1";
const mostLines = 100_000;
/** Maximum number of lines that are sent once as a warm-up. */
const mostWarm = 1000;
const pageSize = 50;

/** Returns the measured requests for a store of any size. */
export function scaleRequests(size: ScaleSize, read: readonly ReadPost[]): ScaleRequest[] {
  const posts = read.map(({ organizationSlug, slug }) => ({
    path: `${root}/post/${organizationSlug}/${slug}`,
  }));
  const slugs = [...new Set(read.map(({ organizationSlug }) => organizationSlug))];
  const keyed = withKeys(read);
  const warm = keyed.slice(0, mostWarm);
  const last = `${root}/post/${slugOf(0)}?sort=name&cursor=${cursorBeforeEnd()}`;
  // A sitemap has up to 50,000 posts; a larger one has pages.
  const page = postsPerOrganization(size) > 50_000 ? "?page=2" : "";
  return [
    { name: "post, with key", lines: warm },
    { name: "post, with a new key", lines: keyed },
    { name: "post, without key", lines: posts },
    { name: "any post, without key", lines: anyPosts(size) },
    { name: "list, first page", lines: slugs.map((slug) => ({ path: `${root}/post/${slug}` })) },
    { name: "list, last page", lines: [{ path: last }] },
    { name: "list, any page", lines: anyPages(size) },
    {
      name: "sitemap",
      lines: slugs.map((slug) => ({ path: `${root}/sitemap/${slug}${page}` })),
    },
    {
      name: "knowledge POST",
      lines: warm.map(({ key }) => ({ path: `${root}/knowledge-base`, key })),
      body: JSON.stringify({ text: "What the office hours are: nine to five. ".repeat(12) }),
    },
  ];

  /** Returns the cursor of the last page of the list by name. The names of the short posts end with their numbers, which sort as text. */
  function cursorBeforeEnd(): string {
    const count = postsPerOrganization(size);
    const names = Array.from({ length: count }, (_, index) => `post ${index}`).toSorted();
    const name = names.at(-pageSize - 1) ?? "post";
    return encodeCursor(encodeKey([...indexPrefix("name"), name, Number(name.slice(5))]), "name");
  }
}

/** Returns a wrk script for a request. The lines are in a file: a path and a key, or `-` without a key. */
export function toScript({ lines, body }: ScaleRequest, linesFile: string): string {
  writeFileSync(linesFile, lines.map(({ path, key = "-" }) => `${path} ${key}\n`).join(""));
  return `
math.randomseed(os.time())
local requests = {}
init = function(args)
  for line in io.lines(${luaString(linesFile)}) do
    local path, key = line:match("^(%S+) (%S+)$")
    local headers = {}
    if key ~= "-" then headers["x-api-key"] = key end
    ${body === undefined ? "" : `headers["content-type"] = "application/json"`}
    requests[#requests + 1] = wrk.format(${body === undefined ? `"GET"` : `"POST"`}, path, headers, ${
      body === undefined ? "nil" : luaString(body)
    })
  end
end
request = function() return requests[math.random(#requests)] end
`;
}

/** Pairs each post with the next key of its organization, until all keys are used. */
function withKeys(read: readonly ReadPost[]): { path: string; key: string }[] {
  const most = Math.max(1, ...read.map(({ keys }) => keys.length));
  const rounds = Array.from({ length: Math.min(most, Math.ceil(mostLines / read.length)) });
  return rounds.flatMap((_, round) =>
    read.flatMap(({ organizationSlug, slug, keys }, index) => {
      const key = keys[(round * read.length + index) % keys.length];
      return key === undefined ? [] : [{ path: `${root}/post/${organizationSlug}/${slug}`, key }];
    }),
  );
}

/** Returns posts from the whole store, also short ones. In a large store they exceed every cache. */
function anyPosts(size: ScaleSize): Line[] {
  const perOrganization = postsPerOrganization(size);
  return Array.from({ length: Math.min(mostLines, size.posts) }, () => {
    const post = Math.floor(Math.random() * perOrganization * size.organizations);
    return { path: `${root}/post/${slugOf(Math.floor(post / perOrganization))}/post-${post}` };
  });
}

/** Returns pages from all lists. In a large store they exceed every cache. */
function anyPages(size: ScaleSize): Line[] {
  const perOrganization = postsPerOrganization(size);
  return Array.from({ length: Math.min(mostLines, size.posts) }, () => {
    const post = Math.floor(Math.random() * perOrganization * size.organizations);
    const slug = slugOf(Math.floor(post / perOrganization));
    const place = encodeKey([...indexPrefix("createdAt"), createdAtOf(post), post]);
    return { path: `${root}/post/${slug}?sort=createdAt&cursor=${encodeCursor(place, "createdAt")}` };
  });
}

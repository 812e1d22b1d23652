import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { htmlToText } from "../../lib/faq/mod.ts";
import { type PostFile, readPostFile } from "../../lib/import/mod.ts";
import type { SearchDocument } from "./search_document.ts";
import type { Site } from "./sites.ts";

const isMarkdown = /\.mdx?$/;
/** Files that are no page of their own. */
const isPart = /\/(?:_common\/|SUMMARY\.|_llm-test\.|PLEADE_)/;
/** MkDocs and VitePress write the address of a heading after it. */
const headingAddress = /\{ ?#[^{}]*\}$/;
const mostBytes = 500_000_000;
/** Hugo's `expiryDate` is compared with it. */
const now = Date.UTC(2026, 0, 1);
/** Pages with less text, such as an index of links, are no document. */
const shortestText = 40;

/** Returns a sentence for each site whose repository or commit is missing in a directory of repositories. */
export function missingSites(directory: string, sites: readonly Site[]): string[] {
  return sites.flatMap(({ repository, commit }) => {
    const clone = join(directory, repository);
    const found = gitDirectory(directory, repository);
    if (found === undefined) return [`git clone https://github.com/${repository} ${clone}`];
    try {
      git(found, ["cat-file", "-e", commit]);
      return [];
    } catch {
      return [`git -C ${found} fetch origin ${commit}`];
    }
  });
}

/** Reads the pages of a site with Postern's import. The id of a document is the path of its file in the repository. */
export function readSite(directory: string, { repository, commit, folder }: Site): SearchDocument[] {
  const found = gitDirectory(directory, repository);
  if (found === undefined) throw new Error(`Cannot read ${repository}: it is not in ${directory}`);
  const paths = git(found, ["ls-tree", "-r", "-z", "--name-only", commit, "--", folder])
    .toString()
    .split("\0")
    .filter((path) => isMarkdown.test(path) && !isPart.test(path));
  const texts = readBlobs(found, commit, paths);
  const siteUrl = "https://site.example";
  return paths.flatMap((id, index): SearchDocument[] => {
    const options: PostFile["options"] = { path: id.slice(folder.length + 1), siteUrl, now };
    // A chapter of mdBook begins with a heading of any level.
    const text = (texts[index] ?? "").replace(/^#{2,6} /, "# ");
    const items = readPostFile({ format: "markdown", text, file: id, options });
    return items.flatMap((item) => {
      if (item.kind !== "post" || typeof item.input.html !== "string") return [];
      const { name, html, description } = item.input;
      const visible = htmlToText(html);
      if (visible.length < shortestText) return [];
      const title = name.replace(headingAddress, "").trim();
      return [{ id, title, text: visible, html, ...(description && { description }) }];
    });
  });
}

function gitDirectory(directory: string, repository: string): string | undefined {
  const mirrored = join(directory, repository.replace("/", "+"), "repo");
  return [join(directory, repository), mirrored].find((path) => existsSync(path));
}

function git(directory: string, args: readonly string[], input = ""): Buffer {
  return execFileSync("git", ["-C", directory, ...args], { input, maxBuffer: mostBytes, stdio: "pipe" });
}

/** Reads files with one process. Its output has a line with the size before each file, and an empty line after it. */
function readBlobs(directory: string, commit: string, paths: readonly string[]): string[] {
  const output = git(directory, ["cat-file", "--batch"], paths.map((path) => `${commit}:${path}\n`).join(""));
  let at = 0;
  return paths.map(() => {
    const start = output.indexOf("\n", at) + 1;
    const size = Number(output.toString("latin1", at, start).trim().split(" ").at(-1));
    at = start + size + 1;
    return output.toString("utf8", start, start + size);
  });
}

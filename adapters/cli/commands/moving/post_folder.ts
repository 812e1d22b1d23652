import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { given } from "../../../../lib/base/given.ts";
import {
  postUrl,
  type StoredOrganization,
  type StoredRedirect,
  type WholePost,
} from "../../../../lib/content/mod.ts";
import { postToFile } from "../../../../lib/import/mod.ts";
import type { ExportLine, TransferEnd } from "../../../../lib/moving/mod.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import { printDone } from "../../frame/output/output.ts";
import { leftBehindLine } from "./skipped_records.ts";
import type { Redirect } from "../../post_import/import_report/redirect.ts";
import { toRedirectsFile } from "../../post_import/import_report/redirects_file.ts";

/** Arguments of `postern export` that concern a folder. */
interface FolderArguments {
  out: string;
  org: string | undefined;
  json: boolean;
}

/**
 * A folder with an organization's posts as files, its redirects, and its other records. `postern import` and `postern post import` bring
 * all of them into a store.
 */
export class PostFolder {
  readonly #path: string;
  /** The addresses of public posts by their ids. */
  readonly #addresses = new Map<number, string>();
  readonly #redirects: Redirect[] = [];
  readonly #notKept = new Map<string, number>();
  #organization: StoredOrganization | undefined;
  #posts = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Path of the file with the records that are no posts. */
  get records(): string {
    return join(this.#path, "records.ndjson");
  }

  /** Writes the file of a post. */
  readonly write = async ({
    post,
    revisions,
    workingCopy,
    submission,
    ...content
  }: WholePost): Promise<void> => {
    const organization = this.#requireOrganization();
    const { siteUrl, postFields } = organization;
    const { name, text, notKept } = postToFile(
      { ...post, ...content },
      { siteUrl, ...given({ postFields }) },
    );
    await writeFile(join(this.#path, "posts", name), text);
    this.#posts++;
    const left = [
      ...notKept,
      ...(revisions.length > 1 ? ["history"] : []),
      ...(workingCopy === undefined ? [] : ["unpublished changes"]),
      ...(submission === undefined ? [] : ["submission"]),
    ];
    for (const field of left) this.#notKept.set(field, (this.#notKept.get(field) ?? 0) + 1);
    if (post.status === "published" || post.status === "scheduled")
      this.#addresses.set(post.id, postUrl(organization, post.slug));
  };

  /** Passes on the lines of the records, and takes the redirects from them. */
  async *follow(lines: AsyncIterable<ExportLine>): AsyncGenerator<ExportLine> {
    for await (const line of lines) {
      if (line.type === "organization") {
        this.#organization = (JSON.parse(line.text) as { organization: StoredOrganization }).organization;
      }
      if (line.type === "redirect") {
        const { redirect } = JSON.parse(line.text) as { redirect: StoredRedirect };
        const to = this.#addresses.get(redirect.id);
        if (to !== undefined) this.#redirect(redirect.from, to);
      }
      yield line;
    }
  }

  /** Writes the redirects, and prints what the folder has and what it leaves behind. */
  async end(
    { records, leftBehind: { posts: _posts, ...leftBehind } = {} }: TransferEnd,
    args: FolderArguments,
  ): Promise<void> {
    const { text, missing } = toRedirectsFile(this.#redirects);
    await writeFile(join(this.#path, "_redirects"), text);
    const notKept = Object.fromEntries(this.#notKept);
    const summary = {
      posts: this.#posts,
      records,
      redirects: this.#redirects.length - missing.length,
      notKept,
      leftBehind,
    };
    const counts = Object.entries(notKept).map(([field, count]) => `${field} (${count})`);
    const left = counts.length === 0 ? "" : `; not kept: ${counts.join(", ")}`;
    const behind = leftBehindLine({ leftBehind });
    await printDone(
      `Exported ${counted(this.#posts, "post")} and ${counted(records, "other record")} to ${this.#path}${left}${behind}`,
      summary,
      args,
    );
  }

  /** Adds a redirect from an address of the site. */
  #redirect(from: string, to: string): void {
    const organization = this.#requireOrganization();
    const address = /^(?:\/|https?:)/.test(from) ? from : postUrl(organization, from);
    const { origin, pathname, search } = new URL(address, to);
    if (origin === new URL(to).origin && pathname !== new URL(to).pathname)
      this.#redirects.push({ from: pathname + search, to });
  }

  #requireOrganization(): StoredOrganization {
    if (this.#organization === undefined) throw new Error("The organization does not come first");
    return this.#organization;
  }
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Creates the folder of an export. @throws {CliError} if it has files, or no organization is named */
export async function newPostFolder({ out, org }: FolderArguments): Promise<PostFolder> {
  if (org === undefined) throw new CliError("--format markdown writes one organization. Name it with --org");
  if (out === "-") throw new CliError("--format markdown writes a folder. Name it with --out");
  // Drafts and paid posts are not for other users of the machine.
  await mkdir(join(out, "posts"), { recursive: true, mode: 0o700 });
  const found = (await readdir(out)).filter((name) => name !== "posts");
  const posts = await readdir(join(out, "posts"));
  if (found.length + posts.length > 0)
    throw new CliError(`The folder ${out} has files. Name another folder with --out`);
  return new PostFolder(out);
}

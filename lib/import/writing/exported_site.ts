import { statusAt, type StoredOrganization, type StoredRedirect, type WholePost } from "../../content/mod.ts";
import { GhostFormat } from "./ghost_format.ts";
import { MarkdownFormat } from "./markdown_format.ts";
import type { FilePart, SiteFormat } from "./site_format.ts";
import { WxrFormat } from "./wxr_format.ts";

/** Name of a format by which an organization leaves. */
export type SiteFormatName = "markdown" | "wxr" | "ghost";

const siteFormats: Readonly<
  Record<SiteFormatName, new (organization: StoredOrganization, now: number) => SiteFormat>
> = {
  markdown: MarkdownFormat,
  wxr: WxrFormat,
  ghost: GhostFormat,
};

/** Options of {@link ExportedSite}. */
export interface ExportedSiteOptions {
  format: SiteFormatName;
  /** Takes the parts of the files in order. */
  write: (part: FilePart) => Promise<void>;
  /** Current time in milliseconds since the epoch. */
  now: number;
}

/** Writes an organization's posts for another system, from the lines and the posts of an export. */
export class ExportedSite {
  /** Number of written posts. */
  posts = 0;
  readonly #options: ExportedSiteOptions;
  readonly #redirects = new Map<number, StoredRedirect[]>();
  readonly #notKept = new Map<string, number>();
  #format: SiteFormat | undefined;

  constructor(options: ExportedSiteOptions) {
    this.#options = options;
  }

  /** Numbers of values that an import does not bring back as they are, by the names of the fields. */
  get notKept(): Record<string, number> {
    return Object.fromEntries(this.#notKept);
  }

  /** Takes a line of an export's file. The line of the organization comes first, then those of redirects, then posts. */
  async addLine({ type, text }: { type: string; text: string }): Promise<void> {
    if (type === "organization") {
      const { organization } = JSON.parse(text) as { organization: StoredOrganization };
      const { format, now } = this.#options;
      this.#format = new siteFormats[format](organization, now);
      await this.#write(this.#format.start());
    } else if (type === "redirect")
      this.#addRedirect((JSON.parse(text) as { redirect: StoredRedirect }).redirect);
    else if (type === "end") await this.#write(this.#opened.end(this.notKept));
  }

  /** Takes a post. */
  readonly addPost = async ({ post, ...whole }: WholePost): Promise<void> => {
    const { revisions, workingCopy, submission, ...content } = whole;
    const redirects = this.#redirects.get(post.id) ?? [];
    const shown = { ...post, ...content, status: statusAt(post, this.#options.now) };
    const { notKept, ...part } = await this.#opened.add({ post: shown, redirects });
    await this.#write([part]);
    this.posts++;
    const left = [
      ...notKept,
      ...(revisions.length > 1 ? ["history"] : []),
      ...(workingCopy === undefined ? [] : ["unpublished changes"]),
      ...(submission === undefined ? [] : ["submission"]),
    ];
    for (const field of left) this.#notKept.set(field, (this.#notKept.get(field) ?? 0) + 1);
  };

  #addRedirect(redirect: StoredRedirect): void {
    const others = this.#redirects.get(redirect.id);
    if (others === undefined) this.#redirects.set(redirect.id, [redirect]);
    else others.push(redirect);
  }

  get #opened(): SiteFormat {
    if (this.#format === undefined) throw new Error("The organization does not come first");
    return this.#format;
  }

  async #write(parts: Iterable<FilePart>): Promise<void> {
    for (const part of parts) await this.#options.write(part);
  }
}

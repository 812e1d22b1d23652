import { given } from "../../base/given.ts";
import { toJson } from "../../base/text/well_formed.ts";
import { postUrl, type StoredOrganization } from "../../content/mod.ts";
import { postToFile } from "./post_to_file.ts";
import { type Redirect, toRedirectsFile } from "./redirects_file.ts";
import type { FilePart, LeavingPost, SiteFormat, WrittenPart } from "./site_format.ts";

/** Writes posts as files with front matter for generators of sites, and a file with the redirects of public posts. */
export class MarkdownFormat implements SiteFormat {
  readonly #organization: StoredOrganization;
  readonly #redirects: Redirect[] = [];

  constructor(organization: StoredOrganization) {
    this.#organization = organization;
  }

  start(): FilePart[] {
    return [];
  }

  async add({ post, redirects }: LeavingPost): Promise<WrittenPart> {
    const { siteUrl, postUrlTemplate, postFields } = this.#organization;
    const options = { siteUrl, postUrlTemplate, ...given({ postFields }) };
    const { name, text, notKept } = postToFile(post, options);
    const isPublic = post.status === "published" || post.status === "scheduled";
    if (isPublic) for (const { from } of redirects) this.#redirect(from, post.slug);
    return { file: `posts/${name}`, text, notKept };
  }

  end(notKept: Readonly<Record<string, number>>): FilePart[] {
    return [
      { file: "_redirects", text: toRedirectsFile(this.#redirects).text },
      { file: "not_kept.json", text: `${toJson(notKept, 2)}\n` },
    ];
  }

  /** Adds a redirect from an address of the site. */
  #redirect(from: string, slug: string): void {
    const to = postUrl(this.#organization, slug);
    const address = /^(?:\/|https?:)/.test(from) ? from : postUrl(this.#organization, from);
    const { origin, pathname, search } = new URL(address, to);
    if (origin === new URL(to).origin && pathname !== new URL(to).pathname)
      this.#redirects.push({ from: pathname + search, to });
  }
}

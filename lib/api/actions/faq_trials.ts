import { faqInput, faqOptionsOf, type OrganizationFaq, type Post } from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import type { FaqEntry } from "../../faq/mod.ts";
import { faqEntriesOf } from "../../import/text_work/mod.ts";
import { validate } from "../../base/input/validate.ts";
import { type AdminActor, requirePermitted } from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import { explainHtml, type PostFaqExplanation } from "./explain_html.ts";
import { toPostInput } from "./post_upload.ts";
import { canSee } from "./rights/post_rights.ts";

/** A text whose questions are tried: HTML, Markdown, or the content of a post. */
export type TriedText = { html: string } | { markdown: string } | { slug: string };

/** A tried text, with the fields of its post on which the entries depend. */
interface TriedPost extends Pick<Post, "inLanguage" | "faqSkip"> {
  html: string;
}

/** The questions of a text with the tried settings. */
export interface FaqTrial {
  entries: FaqEntry[];
  /** Null if the text is too long. */
  explanations: PostFaqExplanation[] | null;
  /** Language of the text. */
  inLanguage: string;
}

const action = "Cannot try the settings";

/** Tries settings for questions before they are saved. */
export class FaqTrials {
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /**
   * Finds the questions of a text with other settings than the organization's. Needs `members:manage`, and for the content of a post that
   * the actor may see `posts:read`.
   *
   * @throws {InvalidInputError} if a setting or the front matter of the text is not allowed
   * @throws {NotFoundError} if the organization or the post does not exist
   */
  async run(actor: AdminActor, text: TriedText, faq: OrganizationFaq): Promise<FaqTrial> {
    requirePermitted(actor, "members:manage");
    const valid = validate(faqInput, faq, action);
    const { organizations } = this.#deps;
    const organization = await organizations.get(actor.organizationSlug);
    if (organization === null) {
      throw new NotFoundError(`${action}: "${actor.organizationSlug}" does not exist`);
    }
    const { html, inLanguage = organization.language, ...post } = await this.#read(actor, text);
    const textWork = this.#deps.textWork.of(organization.slug);
    const options = faqOptionsOf({ ...organization, faq: valid }, { ...post, inLanguage }, this.#deps.faq);
    const [entries, explanations] = await Promise.all([
      faqEntriesOf(html, options, textWork),
      explainHtml(html, { options, inLanguage, textWork }),
    ]);
    return { entries, explanations, inLanguage };
  }

  async #read(actor: AdminActor, text: TriedText): Promise<TriedPost> {
    if ("html" in text) return text;
    const { organizationSlug } = actor;
    if ("markdown" in text) {
      const { clock } = this.#deps;
      const textWork = this.#deps.textWork.of(organizationSlug);
      const { html = "", ...post } = await toPostInput(text, action, { now: clock.now(), textWork });
      return { ...post, html };
    }
    requirePermitted(actor, "posts:read");
    const post = await this.#deps.posts.get({ organizationSlug, slug: text.slug });
    if (post !== null && canSee(actor, post, this.#deps.clock.now())) return post;
    throw new NotFoundError(`${action}: "${organizationSlug}" has no "${text.slug}"`);
  }
}

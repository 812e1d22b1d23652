import { detachedText } from "../../values/detached_text.ts";
import { childrenOf, childText, type XmlElement } from "../../markup/xml_records.ts";
import { metaOf } from "../meta_of.ts";

/** Maximum number of rules that are kept. */
const maxRules = 100_000;

/** The rules of MemberPress in an export. They name posts, categories and tags that only members read. */
export class MemberPressRules {
  /** `all`, `post`, `page`, `id 12`, `category news` and `post_tag news`. */
  readonly #protected = new Set<string>();

  /** Adds an item of the type `memberpressrule`. */
  add(record: XmlElement): void {
    if (childText(record, "wp:status") !== "publish" || this.#protected.size >= maxRules) return;
    const type = metaOf(record, "_mepr_rules_type") ?? "";
    const all = /^all(?:_(post|page)s?)?$/.exec(type);
    if (all !== null) this.#protected.add(all[1] ?? "all");
    const domain = type.startsWith("single_") ? "id" : type === "tag" ? "post_tag" : type;
    for (const name of (metaOf(record, "_mepr_rules_content") ?? "").split(",", maxRules)) {
      this.#protected.add(detachedText(`${domain} ${name.trim()}`));
    }
  }

  /** True if a rule is about a post. Exceptions of rules are not read, so that the post is not published. */
  protects(record: XmlElement): boolean {
    if (this.#protected.size === 0) return false;
    const type = childText(record, "wp:post_type") ?? "post";
    const terms = childrenOf(record, "category").map(
      ({ attributes }) => `${attributes["domain"] ?? "category"} ${attributes["nicename"] ?? ""}`,
    );
    const names = ["all", type, `id ${childText(record, "wp:post_id") ?? ""}`, ...terms];
    return names.some((name) => this.#protected.has(name));
  }
}

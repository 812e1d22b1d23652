import { detachedText } from "../values/detached_text.ts";
import type { ImportItem, Place } from "../import_item.ts";
import { childrenOf, childText, type XmlElement } from "../markup/xml_records.ts";
import { isNamedField, seoFieldNames } from "./private_fields.ts";

/** Categories by type. Items of these types are no content of posts. */
const knownTypes: Readonly<Record<string, string>> = {
  attachment: "attachment",
  revision: "revision",
  nav_menu_item: "menu-item",
  wp_navigation: "menu-item",
  custom_css: "custom-css",
  customize_changeset: "custom-css",
  wp_global_styles: "custom-css",
  wp_template: "template",
  wp_template_part: "template",
  wp_block: "pattern",
  "guest-author": "author",
  wp_font_family: "font",
  wp_font_face: "font",
  oembed_cache: "cache",
  user_request: "user-request",
};

/** True for a type of WordPress itself whose items are no posts. */
export function isKnownType(type: string): boolean {
  return Object.hasOwn(knownTypes, type);
}

/** Maximum number of types that are counted one by one. */
const mostKinds = 1000;

/** Taxonomies that are imported, or that order no posts. */
const importedTaxonomies: ReadonlySet<string> = new Set([
  "category",
  "post_tag",
  "tag",
  "nav_menu",
  "author",
  "language",
  "post_translations",
]);
/** Custom fields that are read. */
const readFields: ReadonlySet<string> = new Set(["footnotes", ...seoFieldNames]);

interface Kind {
  category: string;
  isLoss: boolean;
  count: number;
  /** Text after the count, for one and for several. */
  texts: readonly [one: string, many: string];
  line: number | undefined;
}

/** Counts the items of an export that are not posts. Each kind of item is reported once, with its number. */
export class SkippedKinds {
  readonly #file: string;
  readonly #isField: (name: string) => boolean;
  readonly #kinds = new Map<string, Kind>();

  /** @param isField true for the name of a field of the organization's posts, which keep its values */
  constructor(file: string, isField: (name: string) => boolean) {
    this.#file = file;
    this.#isField = isField;
  }

  addType(type: string, { line }: Place, count = 1): void {
    const known = isKnownType(type) ? knownTypes[type] : undefined;
    const name = this.#nameOf(type, "type");
    const end = `of the type ${name}, so neither post nor page`;
    this.#add(`type ${name}`, count, {
      category: known ?? "other-type",
      isLoss: known === undefined,
      texts: [`item ${end}`, `items ${end}`],
      line,
    });
  }

  addComments(count: number, { line }: Place): void {
    const texts = ["comment", "comments"] as const;
    if (count > 0) this.#add("comments", count, { category: "comment", isLoss: false, texts, line });
  }

  /** Counts the custom fields of a post, and its terms in taxonomies other than categories and tags. */
  addDetails(record: XmlElement, { line }: Place): void {
    for (const meta of childrenOf(record, "wp:postmeta")) {
      const key = childText(meta, "wp:meta_key") ?? "";
      if (key === "" || !isNamedField(key) || readFields.has(key) || this.#isField(key)) continue;
      const name = this.#nameOf(key, "field");
      const end = `of the custom field "${name}"`;
      const texts = [`value ${end}`, `values ${end}`] as const;
      this.#add(`field ${name}`, 1, { category: "custom-field", isLoss: false, texts, line });
    }
    for (const { attributes } of childrenOf(record, "category")) {
      const domain = attributes["domain"] ?? "category";
      if (importedTaxonomies.has(domain)) continue;
      const name = this.#nameOf(domain, "taxonomy");
      const end = `of the taxonomy "${name}"`;
      const texts = [`assignment to a term ${end}`, `assignments to terms ${end}`] as const;
      this.#add(`taxonomy ${name}`, 1, { category: "taxonomy", isLoss: false, texts, line });
    }
  }

  *items(): Generator<ImportItem> {
    for (const { category, isLoss, count, texts, line } of this.#kinds.values()) {
      const place = line === undefined ? { file: this.#file } : { file: this.#file, line };
      const reason = `${count} ${texts[count === 1 ? 0 : 1]}`;
      yield { kind: "skipped", category, reason, count, isLoss, place };
    }
  }

  /** Returns the name under which a kind is counted. */
  #nameOf(name: string, prefix: string): string {
    const short = detachedText(name.slice(0, 100));
    return this.#kinds.has(`${prefix} ${short}`) || this.#kinds.size < mostKinds ? short : "other";
  }

  #add(name: string, count: number, kind: Omit<Kind, "count">): void {
    const known = this.#kinds.get(name);
    if (known === undefined) this.#kinds.set(name, { ...kind, count });
    else known.count += count;
  }
}

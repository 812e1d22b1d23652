import { given } from "../../base/given.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import type { KeyPart } from "../../store/mod.ts";
import type { Organization } from "../sources/content_source.ts";
import type { Post, References } from "../posts/post_forms.ts";
import { postUrl, slugOfUrl } from "../posts/post_url.ts";
import { slugToFind } from "../posts/slug.ts";
import { webUrl } from "../posts/web_url.ts";

/** A post with references, such as its translations. Posts of host sources have only the texts. */
export type Referring = Pick<Post, "translations" | "custom"> & { references?: References };

/** Start of the keys of references in values of the organization's fields. No text of a translation begins so. */
const customPrefix = "custom/";

/** Returns the key in `references` of the value of a field: `custom/related/hello`. */
export function customReferenceKey(name: string, slug: string): string {
  return `${customPrefix}${name}/${slug}`;
}

/** Returns the key of a reference after its text has changed. */
export function keyWithText(key: string, text: string): string {
  return key.startsWith(customPrefix) ? key.slice(0, key.lastIndexOf("/") + 1) + text : text;
}

/**
 * Replaces the references of a post, or removes those for which `replace` returns undefined. No other function knows the fields with
 * references. A value of the organization's fields is a reference if `references` has its key.
 */
export function mapReferences<Of extends Referring>(
  post: Of,
  replace: (text: string, key: string) => string | undefined,
): Of {
  const { translations, custom } = post;
  const mapped = { ...post };
  if (translations) {
    mapped.translations = mapEntries(translations, (_tag, text) => replace(text, text));
  }
  if (custom && hasCustomReferences(post)) {
    mapped.custom = mapEntries(custom, (name, value) => {
      if (typeof value !== "string") return value;
      const key = customReferenceKey(name, value);
      return referenceOf(post, key) === undefined ? value : replace(value, key);
    });
  }
  return mapped;
}

function hasCustomReferences({ references = {} }: Referring): boolean {
  return Object.keys(references).some((key) => key.startsWith(customPrefix));
}

function mapEntries<Value>(
  entries: Readonly<Record<string, Value>>,
  map: (name: string, value: Value) => Value | undefined,
): Record<string, Value> {
  const mapped = Object.entries(entries).flatMap(([name, value]) => {
    const next = map(name, value);
    return next === undefined ? [] : [[name, next] as const];
  });
  return Object.fromEntries(mapped);
}

/** Returns the references of a post by their keys in `references`: slugs, and addresses of any page. */
export function referencesIn(post: Referring): Map<string, string> {
  const texts = new Map<string, string>();
  mapReferences(post, (text, key) => {
    texts.set(key, text);
    return text;
  });
  return texts;
}

/** Returns the id of the post that a reference names, or the slug that it waits for. */
export function referenceOf(
  { references }: Pick<Referring, "references">,
  key: string,
): number | string | undefined {
  return references !== undefined && Object.hasOwn(references, key) ? references[key] : undefined;
}

/** Returns the slug in a reference: the slug itself, or that of the post whose page has the address. */
export function slugOfReference(organization: Organization, text: string): string | undefined {
  const address = webUrl(text);
  const slug = address === undefined ? text : slugOfUrl(organization, address);
  return slug === undefined ? undefined : slugToFind(slug);
}

/** The present slugs of posts, by id. Null for posts whose references are removed. */
export type PresentSlugs = ReadonlyMap<number, string | null>;

/** Gives the references of a post the present slugs and addresses of the posts. Posts without an entry in `slugs` keep their texts. */
export function withPresentSlugs<Of extends Referring>(
  organization: Organization,
  post: Of,
  slugs: PresentSlugs,
): Of {
  const references: Record<string, number | string> = {};
  const named = mapReferences(post, (text, key) => {
    const target = referenceOf(post, key);
    const slug = typeof target === "number" ? slugs.get(target) : undefined;
    if (slug === null) return undefined;
    const next = slug === undefined ? text : textFor(organization, text, slug);
    if (target !== undefined) references[keyWithText(key, next)] = target;
    return next;
  });
  return { ...named, references };
}

/** Returns the text of a reference to the post with a slug, in the form of the earlier text. */
function textFor(organization: Organization, text: string, slug: string): string {
  if (webUrl(text) === undefined) return slug;
  return slugOfReference(organization, text) === slug ? text : postUrl(organization, slug);
}

/** Removes the ids of the references, which only the store has. */
export function withoutReferences<Of extends { references?: References }>(post: Of): Of {
  if (!("references" in post)) return post;
  const { references: _references, ...shown } = post;
  return shown as Of;
}

/**
 * Returns a restored post with the ids of its references that the present post knows. If both name the same posts, it also gets the present
 * texts, so that the restore changes nothing.
 */
export function withKnownReferences<Of extends Referring & { id: number }>(
  restored: Of,
  present: Of | undefined,
): Of {
  if (present?.id !== restored.id) return restored;
  const known = Object.fromEntries(
    [...referencesIn(restored).keys()].flatMap((key) => {
      const target = referenceOf(restored, key) ?? referenceOf(present, key);
      return target === undefined ? [] : [[key, target] as const];
    }),
  );
  const post = Object.keys(known).length === 0 ? restored : { ...restored, references: known };
  if (!isEqualJson(comparedReferences(post), comparedReferences(present))) return post;
  const { translations, custom, references } = present;
  return {
    ...post,
    ...given({ translations, custom, references }),
  };
}

/** Returns the fields of a post that have references, with the targets in place of the texts. */
function comparedReferences(post: Referring): unknown {
  const { translations, custom } = mapReferences(post, (text, key) =>
    JSON.stringify(referenceOf(post, key) ?? text),
  );
  return { translations, custom };
}

/** Returns the references in values of the organization's fields that wait for a post: the post was deleted, or has never existed. */
export function danglingReferences({ references = {} }: Pick<Referring, "references">): {
  field: string;
  slug: string;
}[] {
  return Object.entries(references).flatMap(([key, slug]) => {
    const field = key.slice(customPrefix.length, key.lastIndexOf("/"));
    return key.startsWith(customPrefix) && typeof slug === "string" ? [{ field, slug }] : [];
  });
}

/** Prefix of the index of references to a post, by its id, or by the slug that they wait for. */
export const referencesTo = (target: number | string): KeyPart[] => [
  "reference",
  typeof target === "number" ? "post" : "slug",
  target,
];

/** Returns the keys of a post's references in the index. */
export function referenceKeys(post: { id: number; references?: References }): KeyPart[][] {
  const targets = new Set(Object.values(post.references ?? {}));
  return [...targets].map((target) => [...referencesTo(target), post.id]);
}

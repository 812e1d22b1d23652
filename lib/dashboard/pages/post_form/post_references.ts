import { isPostSlug, statusAt } from "../../../content/mod.ts";
import { referenceList } from "../../form/field_controls.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { pathTo, type Visit } from "../../visit.ts";
import type { PostFormField, PostFormTexts } from "./post_form_fields.ts";

/** Maximum number of posts that a reference suggests. */
const mostSuggested = 50;

/** Returns notes about the posts that a text refers to, by the names of the fields. */
export async function referenceNotes(
  visit: Visit,
  fields: readonly PostFormField[],
  texts: PostFormTexts,
): Promise<ReadonlyMap<string, Html>> {
  const { api, actor } = visit;
  const referring = fields.filter(({ kind, name }) => kind === "slug" && (texts[name] ?? "") !== "");
  const slugs = referring.map(({ name }) => texts[name] ?? "").filter(isPostSlug);
  const posts = slugs.length === 0 ? [] : await api.admin.posts.getHeads(actor, slugs);
  const now = api.options.clock.now();
  const notes = referring.map(({ name }) => {
    const post = posts.find(({ slug }) => slug === texts[name]);
    if (post === undefined) return [name, html`No post has the slug <code>${texts[name]}</code>`] as const;
    const status = statusAt(post, now);
    const link = html`<a href="${pathTo(visit, `posts/${encodeURIComponent(post.slug)}`)}" lang="${post.inLanguage}" dir="auto">${post.name}</a>`;
    return [name, html`${link}${status !== "published" && ` (${status}, hidden from readers)`}`] as const;
  });
  return new Map(notes);
}

/** Renders the newest posts as suggestions for references. Nothing without a reference. */
export async function referenceSuggestions(
  { api, actor }: Visit,
  fields: readonly PostFormField[],
): Promise<Html | false> {
  if (!fields.some(({ kind }) => kind === "slug")) return false;
  const { posts } = await api.admin.posts.list(actor, { limit: mostSuggested });
  return html`<datalist id="${referenceList}">
${posts.map(({ slug, name }) => html`<option value="${slug}">${name}</option>\n`)}</datalist>`;
}

import type { PostStatus } from "../../content/mod.ts";
import { cutText } from "../../base/text/well_formed.ts";
import { isOff, isOn } from "../front_matter/fields/front_matter_audience.ts";
import type { Audience } from "../values/audience.ts";
import {
  type FoundFields,
  toByline,
  toCanonicalUrl,
  toImage,
  toLanguage,
  toTags,
} from "../values/post_fields.ts";
import { notionDate } from "./notion_date.ts";
import type { NotionPage, NotionProperty } from "./notion_page.ts";

/** Fields of a post by the names of properties, in lower case without spaces. The first name is preferred. */
const namesOfField = {
  slug: "slug permalink urlslug",
  description: "description summary excerpt metadescription seodescription abstract",
  image: "cover coverimage image featuredimage heroimage thumbnail",
  authors: "authors author writers writer byline",
  tags: "tags tag labels label keywords topics topic",
  section: "category categories section",
  language: "language lang locale",
  canonicalUrl: "canonicalurl canonical",
  publishedAt:
    "publishedat publishedon publisheddate publishdate publishon publishingdate publicationdate datepublished published publish postdate releasedate date",
  createdAt: "createdtime created createdat createdon createddate creationdate datecreated",
  updatedAt: "lasteditedtime lastedited lastupdatedtime lastupdated updated updatedat lastmodified modified",
  isDraft: "draft isdraft",
  isPublic: "published publish public live ispublished ispublic",
  status:
    "status state stage estado estatus statut état stato stav tila durum статус состояние статусы 状态 狀態 ステータス 状況 상태 진행상황",
} as const;

const longestDescription = 5000;

type FieldName = keyof typeof namesOfField;

const fieldsOfName = new Map<string, FieldName[]>();
for (const [field, names] of Object.entries(namesOfField) as [FieldName, string][])
  for (const name of names.split(" ")) fieldsOfName.set(name, [...(fieldsOfName.get(name) ?? []), field]);

/** Fields by Notion's kinds of properties. They need no name. */
const fieldOfKind: Readonly<Record<string, FieldName>> = {
  created_time: "createdAt",
  last_edited_time: "updatedAt",
  status: "status",
};

const statusOfWord: readonly (readonly [words: RegExp, status: PostStatus])[] = [
  [
    /^(?:published?|live|public|posted|online|released|veröffentlicht|publiée?|publicad[oa]|pubblicat[oa]|gepubliceerd|opublikowan[eoy]|опубликован[ао]?|公開|公開済み?|已发布|已發布|발행|발행됨|게시됨)$/iu,
    "published",
  ],
  [/^(?:scheduled|geplant|programado|planifié|予約済み?)$/iu, "scheduled"],
  [/^(?:archived?|archiviert|archivé|archivado|归档|アーカイブ)$/iu, "archived"],
  [
    /^(?:draft(?:ing)?|ideas?|backlog|to[ -]?do|not started|in progress|doing|writing|editing|(?:in|needs|ready for) review|review|planned|on hold|paused|entwurf|brouillon|borrador|rascunho|bozza|черновик|下書き|草稿|초안)$/iu,
    "draft",
  ],
];

/** Returns a name of a property in lower case, with letters and digits only. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** True for the name of a property that is a field of posts. */
export function isFieldName(name: string): boolean {
  return fieldsOfName.has(plainName(name));
}

/** True for the name of a property that says whether a page is public. */
export function isStatusName(name: string): boolean {
  const fields = fieldsOfName.get(plainName(name)) ?? [];
  return fields.some((field) => field === "status" || field === "isDraft" || field === "isPublic");
}

/** The fields of a page, and what its properties say besides. */
interface NotionFields {
  fields: FoundFields;
  /** The slug as the page has it. */
  slug: string | undefined;
  /** The status of a page that becomes a draft. */
  heldBack?: { text: string; isLoss: boolean } | undefined;
  /** Properties that are no field of a post. */
  others: readonly NotionProperty[];
}

/** Reads the fields of a post from the properties of a page. A page whose status is unknown becomes a draft. */
export function notionFields(
  { title, description, image, properties }: NotionPage,
  { siteUrl, audience }: { siteUrl: string; audience: Audience },
): NotionFields {
  const found = propertiesByField(properties);
  const textOf = (field: FieldName): string | undefined => found.get(field)?.find(isGiven)?.text;
  const itemsOf = (field: FieldName): string[] => (found.get(field) ?? []).flatMap(listOf);
  const timesOf = (field: FieldName): Record<string, string> =>
    Object.fromEntries(
      (found.get(field) ?? []).flatMap(({ name, text }) => (isWord(text) ? [] : [[name, text]])),
    );
  const createdAt = audience.timeOf(timesOf("createdAt"), notionDate);
  const publishedAt = audience.publicationOf(timesOf("publishedAt"), notionDate);
  const sections = itemsOf("section");
  const { status, heldBack } = statusOf(found);
  const canonicalUrl = toCanonicalUrl(textOf("canonicalUrl"), siteUrl);
  return {
    slug: textOf("slug"),
    heldBack,
    others: properties.filter((property) => fieldsOf(property).length === 0),
    fields: {
      name: title,
      description: cutText(textOf("description") ?? description ?? "", longestDescription).trim(),
      image: imageOf(textOf("image") ?? image, siteUrl),
      ...toByline(itemsOf("authors")),
      tags: toTags([...sections.slice(1), ...itemsOf("tags")]),
      articleSection: sections[0],
      inLanguage: toLanguage(textOf("language")),
      canonicalUrl,
      status,
      createdAt: createdAt ?? publishedAt,
      publishedAt: publishedAt ?? createdAt,
      updatedAt: audience.timeOf(timesOf("updatedAt"), notionDate),
    },
  };
}

/** Returns the properties of each field, in the order of preference. */
function propertiesByField(properties: readonly NotionProperty[]): Map<FieldName, NotionProperty[]> {
  const found = new Map<FieldName, NotionProperty[]>();
  for (const property of properties)
    for (const field of fieldsOf(property)) found.set(field, [...(found.get(field) ?? []), property]);
  for (const [field, list] of found) {
    // A property can have its meaning by its kind. Its name is then in no list, so it comes last.
    const names = namesOfField[field].split(" ").toReversed();
    const rank = ({ name }: NotionProperty): number => names.indexOf(plainName(name));
    found.set(
      field,
      list.toSorted((one, other) => rank(other) - rank(one)),
    );
  }
  return found;
}

function fieldsOf({ name, kind = "" }: NotionProperty): readonly FieldName[] {
  const named = fieldsOfName.get(plainName(name));
  if (named !== undefined) return named;
  const { [kind]: field } = fieldOfKind;
  return field === undefined ? [] : [field];
}

function isGiven({ text }: NotionProperty): boolean {
  return text !== "";
}

/** True for the values of a checkbox. */
function isWord(text: string): boolean {
  return isOn(text) || isOff(text);
}

/** Returns the values of a list. Relations in Markdown have the address of their page in parentheses. */
export function listOf({ text, items = [] }: NotionProperty): string[] {
  if (items.length > 0) return [...items];
  const texts = text.split(",").map((one) => one.replace(/ \([^()\s]{1,1000}\)\s{0,9}$/, "").trim());
  return texts.filter((one) => one !== "");
}

/** Returns the address of an image. A list of files has several. Notion's own covers are no images of a post. */
function imageOf(found: string | undefined, siteUrl: string): string | undefined {
  const address = found?.split(/,\s/, 1)[0] ?? "";
  const isStock = /^(?:https:\/\/www\.notion\.so)?\/images\/page-cover\//.test(address);
  return isStock ? undefined : toImage(address, siteUrl);
}

/** Returns the status, or undefined if no property speaks of it. */
function statusOf(
  found: ReadonlyMap<FieldName, readonly NotionProperty[]>,
): { status: PostStatus | undefined } & Pick<NotionFields, "heldBack"> {
  const [stated] = found.get("status") ?? [];
  const isDraft = (found.get("isDraft") ?? []).some(({ text }) => isOn(text));
  const isPublic = (found.get("isPublic") ?? []).filter(({ text }) => isWord(text));
  if (isDraft || isPublic.some(({ text }) => isOff(text))) return { status: "draft" };
  if (stated === undefined) return { status: isPublic.length > 0 ? "published" : undefined };
  const word = stated.text.replace(/^[^\p{L}\p{N}]{1,20}|[^\p{L}\p{N}]{1,20}$/gu, "");
  const [, status] = statusOfWord.find(([words]) => words.test(word)) ?? [];
  if (status !== undefined && status !== "draft") return { status };
  const text =
    stated.text === ""
      ? `has no value in ${JSON.stringify(stated.name)}, so it becomes a draft`
      : `has the status ${JSON.stringify(stated.text.slice(0, 50))}, so it becomes a draft`;
  return { status: "draft", heldBack: { text, isLoss: status === undefined && stated.text !== "" } };
}

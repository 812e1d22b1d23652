import type { StoredMedia } from "../../../media/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { sizeInWords } from "../../../base/text/size_in_words.ts";
import { toJson } from "../../../base/text/well_formed.ts";
import { isPermitted } from "../../../api/mod.ts";
import { assetPath } from "../../assets/assets.ts";
import { icon } from "../../design/components.ts";
import { apiOriginOf } from "../../origin_of.ts";
import { pathTo, type Visit } from "../../visit.ts";

/** Section of the files in the navigation, and path of their list. */
export const picturesPage = "pictures";

/** True if the organization has a store for files, and the visitor may add files. */
export function hasPictures({ api, actor }: Pick<Visit, "api" | "actor">): boolean {
  return api.admin.media.isAvailable && isPermitted(actor, "media:write");
}

/** Renders the attributes of a form whose script adds pictures to a text. */
export function pictureMarks(visit: Visit): Html | false {
  if (!hasPictures(visit)) return false;
  const { basePath } = visit.options;
  return html` data-pictures="${pathTo(visit, picturesPage)}" data-picture-bytes="${visit.api.admin.media.fileBytes}" data-picture-script="${assetPath(basePath, "pictures.js")}" data-picture-style="${assetPath(basePath, "pictures.css")}"`;
}

/** Renders a link to the list of pictures for the field with a picture's address. The script shows the list as a dialog. */
export function pictureNote(visit: Visit, field: string): Html | undefined {
  if (field !== "image" || !hasPictures(visit)) return undefined;
  return html`<a href="${pathTo(visit, picturesPage)}" target="_blank" data-choose-picture="${field}">Choose a picture</a>`;
}

/** Returns the path of a file's page. */
export function pagePath(visit: Visit, { hash }: Pick<StoredMedia, "hash">): string {
  return pathTo(visit, `${picturesPage}/${hash}`);
}

/** Returns the address of a file for readers. */
export function addressOf(visit: Visit, { url }: Pick<StoredMedia, "url">): string {
  return new URL(url, apiOriginOf(visit.request, visit)).href;
}

/** Returns the address of a copy of a picture. The server sends the picture itself if it makes no copies. */
export function smallerOf(address: string, width: 320 | 1280): string {
  return `${address}?w=${width}&format=webp`;
}

/** Returns true for a file that browsers show as a picture. */
export function isPicture({ type }: Pick<StoredMedia, "type">): boolean {
  return type.startsWith("image/");
}

/** Returns a file as the script of the editor reads it. */
export function pictureOf(visit: Visit, file: StoredMedia): Record<string, string> {
  const { name, type, alt = "", note = "" } = file;
  return { url: addressOf(visit, file), name, type, alt, note, page: pagePath(visit, file) };
}

/** Renders a file in the list. */
export function pictureItem(visit: Visit, file: StoredMedia): Html {
  const { name, alt } = file;
  return html`<li data-picture="${toJson(pictureOf(visit, file))}">
<a href="${pagePath(visit, file)}">${thumbnail(visit, file)}<bdi class="picture-name">${name}</bdi></a>
<p class="hint" dir="auto">${alt ?? (isPicture(file) && "No description")}</p>
<p class="hint">${sizeOf(file)}</p>
</li>
`;
}

function thumbnail(visit: Visit, file: StoredMedia): Html {
  if (!isPicture(file)) return html`<span class="picture-icon">${icon("file-text")}</span>`;
  return html`<img src="${smallerOf(addressOf(visit, file), 320)}" alt="" width="160" height="160" loading="lazy" decoding="async">`;
}

/** Returns the size of a file in words, such as `640 × 480, 34 kB`. */
export function sizeOf({ bytes, width, height }: StoredMedia): string {
  const size = sizeInWords(bytes);
  return width === undefined || height === undefined ? size : `${width} × ${height}, ${size}`;
}

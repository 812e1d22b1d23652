import { canChangeFile, isPermitted } from "../../../api/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { NamingPosts } from "../../../content/mod.ts";
import type { StoredMedia } from "../../../media/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { card, linkButton, message, submitButton } from "../../design/components.ts";
import { inputField } from "../../design/field.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { textOf } from "../../form/read_form.ts";
import { timeOf } from "../../format/format.ts";
import { showPage, tokenInput } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { addressOf, isPicture, pagePath, picturesPage, sizeOf, smallerOf } from "./picture_view.ts";

/** Shows a picture with its texts, its focal point, and the posts that use it. */
export const showPicture: PageHandler = async (visit) => picturePage(visit);

/** Renders the page of a picture. A refused form is shown with its values. */
export async function picturePage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor, params } = visit;
  const hash = params["hash"] ?? "";
  const [file, uses] = await Promise.all([
    api.admin.media.get(actor, hash),
    api.admin.media.usesOf(actor, hash),
  ]);
  const address = addressOf(visit, file);
  const canChange = canChangeFile(actor, file);
  const body = html`${file.note !== undefined && message("note", file.note)}
<div class="with-aside">
<div class="stack">
${isPicture(file) && html`<figure class="card picture-shown" data-focal-picture><img src="${smallerOf(address, 1280)}" alt="${file.alt ?? ""}"${sizeMarks(file)}></figure>`}
${card({ title: "Used in", body: isUsed(uses) ? usesView(visit, uses) : html`<p class="hint">No post uses this file.</p>` })}
</div>
<div class="stack">
${canChange ? textsForm(visit, file, problem) : texts(file)}
<dl class="facts">
<dt>Type</dt><dd>${file.type}</dd>
<dt>Size</dt><dd>${sizeOf(file)}</dd>
<dt>Uploaded</dt><dd>${timeOf(file.createdAt)}</dd>
<dt>Address</dt><dd><a href="${address}">${address}</a></dd>
</dl>
${canChange && (!isUsed(uses) || canForce(visit)) && html`<p class="actions">${linkButton("Delete", `${pagePath(visit, file)}/delete`, { tone: "danger", isDialog: true })}</p>`}
</div>
</div>`;
  return showPage(visit, {
    title: file.name,
    section: picturesPage,
    style: "pictures.css",
    ...(canChange && isPicture(file) && { script: "focal_point.js" as const }),
    body,
    problem,
  });
}

/** True if the visitor may delete a file that is used. */
export function canForce({ actor }: Pick<Visit, "actor">): boolean {
  return isPermitted(actor, "posts:write");
}

/** Renders the texts of a file of somebody else. */
function texts({ alt = "none", title = "none" }: StoredMedia): Html {
  return html`<dl class="facts">
<dt>Description</dt><dd dir="auto">${alt}</dd>
<dt>Title</dt><dd dir="auto">${title}</dd>
</dl>`;
}

/** Returns true if a file is used, or may be used. */
export function isUsed({ posts, hasHidden, isInSettings, isComplete }: NamingPosts): boolean {
  return posts.length > 0 || hasHidden || isInSettings || !isComplete;
}

/** Renders the places that use a file. */
export function usesView(visit: Visit, { posts, hasHidden, isInSettings, isComplete }: NamingPosts): Html {
  return html`<ul>
${posts.map(({ slug, name }) => html`<li><a dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a></li>\n`)}${hasHidden && html`<li>Posts of other users</li>\n`}${isInSettings && html`<li>The settings of the organization</li>\n`}${!isComplete && html`<li>Perhaps more: the organization has too many posts to search all of them</li>\n`}</ul>`;
}

function textsForm(visit: Visit, file: StoredMedia, problem: FormProblem | undefined): Html {
  const { alt = "", title = "", focalPoint } = file;
  const errors = problem?.fields;
  const stored = { alt, title, focalX: percentOf(focalPoint?.x), focalY: percentOf(focalPoint?.y) };
  const value = (name: keyof typeof stored): string =>
    visit.form.has(name) ? textOf(visit.form, name) : stored[name];
  return html`<form method="post" action="${pagePath(visit, file)}" class="card wide">
${tokenInput(visit)}
${inputField({ name: "alt", label: "Description", hint: "For people who cannot see it. New uses of the picture begin with it; posts keep theirs.", value: value("alt"), longest: 1000, errors })}
${inputField({ name: "title", label: "Title", value: value("title"), longest: 200, errors })}
${
  isPicture(file) &&
  html`<fieldset>
<legend>Focal point</legend>
<p class="hint">The part that stays visible when a site crops the picture. Empty: the middle.</p>
<p class="hint with-script">Click the picture to set it.</p>
<div class="field-row">${inputField({ name: "focalX", label: "From the left, in percent", type: "number", value: value("focalX"), errors })}
${inputField({ name: "focalY", label: "From the top, in percent", type: "number", value: value("focalY"), errors })}</div>
</fieldset>`
}
${submitButton("Save", { tone: "main" })}
</form>`;
}

function percentOf(share: number | undefined): string {
  return share === undefined ? "" : String(Math.round(share * 1000) / 10);
}

function sizeMarks({ width, height }: StoredMedia): Html | false {
  return width !== undefined && height !== undefined && html` width="${width}" height="${height}"`;
}

import { canPublish } from "../../../api/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { rowsOf } from "../../../base/fields/field.ts";
import { postFields, type PostStatus } from "../../../content/mod.ts";
import { linkButton, submitButton } from "../../design/components.ts";
import type { FieldErrors } from "../../design/field.ts";
import { timeOf } from "../../format/format.ts";
import { clockTime } from "../../format/zoned_time.ts";
import { zoneOfSchedule } from "../../form/zoned_time_fields.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { pictureNote } from "../pictures/picture_view.ts";
import type { PostFormField } from "../post_form/post_form_fields.ts";
import { suggestedFields } from "../suggestions.ts";
import type { EditorText } from "./editor_text.ts";
import { settingControls, type ShownSettings } from "./post_settings.ts";

/** Number of characters of a description that search engines show. */
const usualDescription = 160;

/** The form's text, and the errors of its fields. */
export interface ShownForm {
  text: EditorText;
  fields: readonly PostFormField[];
  /** Key for unsaved text in the browser. */
  textKey: string;
  /** True if the text is stored, in the working copy or the post. */
  isStored: boolean;
  errors: FieldErrors;
  /** Notes about references, by the names of their fields. */
  notes: ReadonlyMap<string, Html>;
  /** Posts that references suggest. */
  suggestions: Html | false;
  settings: ShownSettings;
}

/** Renders the details of a post beside its text: its fields without the title, in the order of the table of fields. */
export function detailsPanel(visit: Visit, shown: ShownForm): Html {
  const { text, fields, errors, notes, suggestions, settings } = shown;
  const settingsByName: ReadonlyMap<string, Html> = settingControls(visit, settings, errors);
  const control = ({ name, render }: PostFormField): Html =>
    html`${render({
      value: text[name] ?? "",
      errors,
      note: notes.get(name) ?? pictureNote(visit, name),
      ...(suggestedFields.has(name) && { suggestions: suggestionsOf(visit, name) }),
      ...(name === "description" && { usualLength: usualDescription }),
    })}\n`;
  const own = rowsOf(postFields).flatMap(([name]) => {
    const field = name === "name" ? undefined : fields.find((one) => one.name === name);
    return field === undefined ? (settingsByName.get(name) ?? []) : [control(field)];
  });
  const custom = fields.filter(({ customName }) => customName !== undefined).map(control);
  return html`<section class="card editor-details" aria-labelledby="details-title">
<h2 id="details-title">Details</h2>
${own}<p class="notice" data-settings-note hidden>The button Save saves the slug, the translations, the access and the date.</p>
${publication(visit, settings)}
${
  custom.length > 0 &&
  html`<details open><summary>Fields of ${visit.organization.name}</summary>
${custom}${suggestions}</details>
`
}</section>`;
}

function suggestionsOf(visit: Visit, field: string): string {
  return pathTo(visit, `suggestions?field=${field}`);
}

/** Renders the publication of a post that exists, with the buttons that change it. */
function publication(visit: Visit, { post, status }: ShownSettings): Html | false {
  if (post === undefined || status === undefined) return false;
  const { publishedAt } = post;
  const zone = zoneOfSchedule(visit, post);
  const isScheduled = status === "scheduled" && publishedAt !== undefined;
  const publishes = canPublish(visit.actor, post);
  return html`<p class="hint">${publicationWords[status]}${
    isScheduled && html` ${clockTime(Date.parse(publishedAt), zone)} ${zone} (${timeOf(publishedAt)})`
  }.</p>
<p class="actions">${
    publishes &&
    isScheduled &&
    linkButton("Change the time", pathTo(visit, `posts/${encodeURIComponent(post.slug)}/schedule`))
  }${
    publishes &&
    (status === "published" || status === "scheduled") &&
    submitButton("Unpublish", { attributes: html` name="action" value="unpublish"` })
  }</p>`;
}

const publicationWords: Readonly<Record<PostStatus, string>> = {
  draft: "The post is a draft. Only members of the organization see it",
  scheduled: "The post will be public on",
  published: "The post is public",
  archived: "The post is archived. Readers do not see it",
};

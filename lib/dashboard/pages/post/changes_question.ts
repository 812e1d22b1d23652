import type { PublishOptions } from "../../../api/mod.ts";
import { type CopyMark, UnpublishedChangesError } from "../../../content/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { submitButton } from "../../design/components.ts";
import { tokenField } from "../../form/form_guard.ts";
import { textOf } from "../../form/read_form.ts";
import { questionPage } from "../../frame/question_page.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { changesMark } from "../post_form/post_status.ts";
import { userNames } from "../user_names.ts";

/** A post with unpublished changes, which is to be published. */
export interface ChangedPost {
  name: string;
  inLanguage?: string;
  mark: CopyMark;
}

/** Returns the choice of a sent form: the unpublished changes are published, too, or they stay as they are. */
export function changesIn(form: FormData): Pick<PublishOptions, "changes"> {
  const choice = textOf(form, "changes");
  return choice === "publish" || choice === "leave" ? { changes: choice } : {};
}

/**
 * Asks if unpublished changes are published, too. The answer sends the fields of the form again, with `changes`.
 *
 * @param question.more further fields of the answer
 */
export async function askAboutChanges(
  visit: Visit,
  posts: readonly ChangedPost[],
  { cancel, more = {} }: { cancel: string; more?: Readonly<Record<string, string>> },
): Promise<PreparedResponse> {
  const now = visit.api.options.clock.now();
  const names = await userNames(
    visit,
    posts.map(({ mark }) => mark.by),
  );
  const item = ({ name, inLanguage, mark }: ChangedPost): Html =>
    html`<li><span${inLanguage !== undefined && html` lang="${inLanguage}"`} dir="auto">${name}</span><p class="hint">${changesMark(mark, { names, now })}</p></li>\n`;
  return questionPage(visit, {
    title: posts.length === 1 ? "Publish the changes, too?" : "Publish the changes of these posts, too?",
    section: "posts",
    body: html`<ul class="titles">
${posts.map(item)}</ul>
${hiddenFields(visit.form, more)}`,
    label: html`${button("publish", "Publish the changes")} ${button("leave", "Leave them unpublished")}`,
    action: visit.url.pathname,
    cancel,
  });
}

function button(changes: string, label: string): Html {
  return submitButton(label, { attributes: html` name="changes" value="${changes}"` });
}

/** Publishes, or asks first if the post has unpublished changes. */
export async function publishOrAsk(
  visit: Visit,
  slug: string,
  publish: () => Promise<PreparedResponse>,
): Promise<PreparedResponse> {
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof UnpublishedChangesError)) throw error;
    const { title, version, mark } = error;
    const cancel = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
    return askAboutChanges(visit, [{ name: title, mark }], { cancel, more: { version } });
  }
}

/** Renders the fields of a sent form, so that its answer has them. */
function hiddenFields(form: FormData, more: Readonly<Record<string, string>>): Html {
  const replaced = new Set([tokenField, "changes", ...Object.keys(more)]);
  const sent = [...form].filter(([name]) => !replaced.has(name));
  return html`${[...sent, ...Object.entries(more)].map(
    ([name, value]) =>
      typeof value === "string" && html`<input type="hidden" name="${name}" value="${value}">\n`,
  )}`;
}

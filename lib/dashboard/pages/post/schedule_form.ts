import type { PostStatus, StoredPostWithHtml, WorkingCopy } from "../../../content/mod.ts";
import { submitButton } from "../../design/button.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { scheduleFields, scheduleOf } from "./schedule_fields.ts";
import { scheduleState } from "./schedule_page.ts";

/** Renders the form that schedules a post. Nothing for a published post. */
export function scheduleForm(
  visit: Visit,
  { post, copy, status }: { post: StoredPostWithHtml; copy: WorkingCopy | null; status: PostStatus },
): Html | false {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  return (
    status !== "published" &&
    html`<form method="post" action="${path}/schedule" class="actions">${tokenInput(visit)}${scheduleState(post, copy)}
${scheduleFields(scheduleOf(post, "UTC"))}
${submitButton("Schedule")}
</form>`
  );
}

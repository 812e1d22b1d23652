import { message, submitButton } from "../design/components.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { jsonResponse, pageResponse, wantsJson } from "../frame/answers.ts";
import type { ResolvedDashboardOptions } from "../dashboard_options.ts";
import { tokenField } from "../form/form_guard.ts";
import { html } from "../../base/text/html.ts";
import { plainPage } from "../frame/layout.ts";

/** Fields of the form that the page does not keep: the token of the ended session, and the pressed button. */
const leftOut: ReadonlySet<string> = new Set([tokenField, "action"]);

/** Responds to a form with a long text that was sent without a session. The page keeps the text, and sends it again after the sign-in. */
export function sessionEnded(
  request: Request,
  form: FormData,
  options: ResolvedDashboardOptions,
): PreparedResponse {
  const signInUrl = signInUrlOf(options);
  if (wantsJson(request)) {
    const message = "Your session has ended. Sign in again in another tab, then save.";
    return jsonResponse({ message, ...(signInUrl !== undefined && { signInUrl }) }, 401);
  }
  const fields = [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string" && !leftOut.has(field[0]),
  );
  const [longest] = fields.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const body = html`${message("problem", "Your session has ended, so nothing was saved. Your text is below: nothing is lost.", "alert")}
<ol>
<li>${signInUrl === undefined ? "Sign in again in another tab." : html`<a href="${signInUrl}" target="_blank">Sign in in a new tab</a>, and come back to this page.`}</li>
<li>Send your text again. Its page opens with it.</li>
</ol>
<form method="post" action="${new URL(request.url).pathname}" enctype="multipart/form-data" class="wide">
${fields.map(([name, value]) =>
  name === longest
    ? html`<div class="field"><label for="kept-text">Your text</label>
<textarea id="kept-text" name="${name}" rows="12" dir="auto" autocomplete="on">\n${value}</textarea></div>
`
    : html`<input type="hidden" name="${name}" value="${value}">\n`,
)}${submitButton("Send again", { tone: "main" })}
</form>`;
  return pageResponse(plainPage(options.basePath, { title: "Your session has ended", body }), 401);
}

function signInUrlOf({
  basePath,
  identify,
  signInUrl,
}: Pick<ResolvedDashboardOptions, "basePath" | "identify" | "signInUrl">): string | undefined {
  return identify === undefined ? `${basePath}/sign-in` : signInUrl;
}

import type { PreparedResponse } from "../../../http/mod.ts";
import type { WebhookWithSecret } from "../../../webhooks/mod.ts";
import { timeOf } from "../../format/format.ts";
import { linkButton } from "../../design/button.ts";
import { html } from "../../../base/text/html.ts";
import { showPage } from "../../frame/layout.ts";
import type { Visit } from "../../visit.ts";
import { eventList } from "./event_list.ts";
import { section, webhookPath } from "./webhook_paths.ts";

/**
 * Shows the secret of a webhook. The response to the form contains it and is never cached: a redirect would require storing the secret
 * until the next request.
 */
export async function secretPage(
  visit: Visit,
  { id, url, events, secret, previousSecretUntil }: WebhookWithSecret,
  title: string,
): Promise<PreparedResponse> {
  const body = html`<div class="secret-box">
<p><strong>Copy the secret now. It is never shown again.</strong></p>
<code class="secret" id="new-secret" data-copy>${secret}</code>
</div>
<dl class="facts">
<dt>URL</dt><dd>${url}</dd>
<dt>Events</dt><dd>${eventList(events)}</dd>
${previousSecretUntil !== undefined && html`<dt>Previous secret</dt><dd>also signs until ${timeOf(previousSecretUntil)}</dd>`}
</dl>
<h2>Verify each request</h2>
<p>The receiver verifies the signature of each request with the secret:</p>
<pre tabindex="0">import { verifyWebhook } from "postern/webhooks";
const event = await verifyWebhook(request, secret); // throws if the request is not authentic
if (event.type === "post.updated") console.log(event.data.slug, event.data.revision);</pre>
<p>Libraries of <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a> verify it in other languages.</p>
<p>${linkButton("I have copied it", webhookPath(visit, id))}</p>`;
  return showPage(visit, { title, section, body }, 201);
}

import { html, type Html } from "../../html.ts";
import { apiOriginOf } from "../origin_of.ts";
import type { Visit } from "../visit.ts";

/** Text in place of the value of a key, which is not stored. */
export const keyPlaceholder = "YOUR_API_KEY";

/** Renders a request for the posts of the organization with curl, JavaScript and Python. */
export function keySnippets(visit: Visit, key: string): Html {
  const slug = encodeURIComponent(visit.organization.slug);
  const address = `${apiOriginOf(visit.request, visit)}${visit.api.options.basePath}/api/public/v1/post/${slug}`;
  return html`<h3>curl</h3>
<pre tabindex="0">curl -H 'x-api-key: ${key}' '${address}'</pre>
<h3>JavaScript</h3>
<pre tabindex="0">const response = await fetch("${address}", {
  headers: { "x-api-key": "${key}" },
});
console.log(await response.json());</pre>
<h3>Python</h3>
<pre tabindex="0">import json
import urllib.request

request = urllib.request.Request("${address}", headers={"x-api-key": "${key}"})
with urllib.request.urlopen(request) as response:
    print(json.load(response))</pre>`;
}

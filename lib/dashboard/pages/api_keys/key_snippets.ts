import { html, type Html } from "../../../base/text/html.ts";
import { apiPlaceOf } from "../../origin_of.ts";
import { publicApiAddress } from "../../../base/api_address.ts";
import type { Visit } from "../../visit.ts";

/** Text in place of the value of a key, which is not stored. */
export const keyPlaceholder = "YOUR_API_KEY";

/** Renders a request for the posts of the organization with curl, JavaScript and Python. Each can be copied. */
export function keySnippets(visit: Visit, key: string): Html {
  const address = publicApiAddress(apiPlaceOf(visit), "post", visit.organization.slug);
  return html`${snippet("curl", `curl -H 'x-api-key: ${key}' '${address}'`)}
${snippet(
  "JavaScript",
  `const response = await fetch("${address}", {
  headers: { "x-api-key": "${key}" },
});
console.log(await response.json());`,
)}
${snippet(
  "Python",
  `import json
import urllib.request

request = urllib.request.Request("${address}", headers={"x-api-key": "${key}"})
with urllib.request.urlopen(request) as response:
    print(json.load(response))`,
)}`;
}

function snippet(language: string, code: string): Html {
  return html`<h3>${language}</h3>
<div class="snippet"><pre tabindex="0" data-copy="${language}">${code}</pre></div>`;
}

import type { Demo } from "./seed_demo.ts";
import { adminApiAddress, publicApiAddress } from "../../../lib/base/api_address.ts";

/** Returns the text for newcomers: the API's URL, a key, and one curl line per endpoint. */
export function demoIntroduction(demo: Demo & { url: string; setting: string; signInUrl: string }): string {
  const { organizationSlug, key, imported, found, url, setting, signInUrl } = demo;
  const place = { apiOrigin: url, basePath: "" };
  const base = publicApiAddress(place);
  const header = `-H 'x-api-key: ${key}'`;
  return `
Postern serves the organization "${organizationSlug}" from ${setting}
(${imported} posts imported now, ${found} found from an earlier start)

  Base URL  ${base}
  API key   ${key}
            (shown only once; it expires in 7 days)
  Dashboard ${signInUrl}
            (this link signs you in once, within an hour)

The posts, newest first:
  curl -s '${base}/post/${organizationSlug}?limit=5' ${header}

One post, with its FAQ entries and structured data:
  curl -s '${base}/post/${organizationSlug}/faq' ${header}

The sitemap of the posts:
  curl -s '${base}/post/${organizationSlug}/sitemap'

The sitemap of the organization:
  curl -s '${base}/sitemap/${organizationSlug}'

A text for the knowledge base:
  curl -s '${base}/knowledge-base' ${header} -H 'content-type: application/json' -d '{"text":"Postern publishes posts"}'

Publish your own post from Markdown:
  curl -s -X PUT '${adminApiAddress(place, "posts", "hello")}' ${header} -H 'content-type: text/markdown' --data-binary '# Hello'

Stop with Ctrl-C.
`;
}

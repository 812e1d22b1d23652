import { card } from "../../design/card.ts";
import type { StoredOrganization, StoredPost } from "../../../content/mod.ts";
import { submitButton } from "../../design/button.ts";
import { selectField, textField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { linesOf } from "../../form/read_form.ts";
import { pathTo, type Visit } from "../../visit.ts";

/**
 * Renders a form that tests the selectors on a post's content. The style sheet of the sandboxed preview marks the matches, because
 * only a browser can evaluate selectors. Title and description surround the content, as on many pages.
 */
export function selectorTester(
  visit: Visit,
  { speakable }: StoredOrganization,
  posts: readonly StoredPost[],
): Html {
  const slug = visit.url.searchParams.get("test");
  const selectors = visit.url.searchParams.get("selectors") ?? speakable.join("\n");
  const address = `${pathTo(visit, `posts/${encodeURIComponent(slug ?? "")}/preview`)}?${new URLSearchParams({ selectors: linesOf(selectors).join("\n") }).toString()}`;
  const form = html`<p>Matches in the post are marked. Your site's own pages may differ, so test the selectors there, too.</p>
<form method="get" action="${pathTo(visit, "settings/organization")}#try" aria-labelledby="try-title">
${selectField({ name: "test", label: "Post", value: slug ?? undefined, choices: posts.map((post) => [post.slug, post.name] as const) })}
${textField({ name: "selectors", label: "Selectors to try", hint: "One per line", rows: 3, value: selectors })}
${submitButton("Try")}
</form>
${slug !== null && html`<iframe sandbox title="The post with marked matches" src="${address}"></iframe>`}`;
  return card({
    id: "try",
    title: "Try the speakable selectors",
    body: posts.length === 0 ? html`<p>There is no post to try them on.</p>` : form,
  });
}

import { card } from "../../design/card.ts";
import { isPermitted, requirePermitted, type PageCheck, type SiteCheck } from "../../../api/mod.ts";
import { ProblemError, asUncounted } from "../../../http/mod.ts";
import { sitemapUrl } from "../../../content/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { timeOf } from "../../format/format.ts";
import { submitButton } from "../../design/button.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { sitemapPaths } from "../../origin_of.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { sitemapWords, siteWords } from "./check_words.ts";
import { proxyRules } from "./proxy_rules.ts";
import { setupPage, checkButton, setupSteps } from "./setup_steps.ts";

/** Shows the steps, the last check of the site, and the rules for its proxy. */
export const showSetup: PageHandler = async (visit) => {
  const { api, actor } = visit;
  const [organization, setup, isPublished, live] = await Promise.all([
    api.admin.organization.get(actor),
    api.admin.setup.get(actor),
    api.admin.posts.hasPublished(actor),
    isPermitted(actor, "keys:manage")
      ? api.admin.apiKeys.list(actor, { status: "live", limit: 1 })
      : undefined,
  ]);
  const hasLiveKey = live && live.keys.length > 0;
  const { list } = setupSteps(visit, { organization, setup, isPublished, hasLiveKey });
  const canManage = isPermitted(actor, "members:manage");
  const body = html`${card({ title: "Steps", body: list })}
${setup.check && checkSection(setup.check)}
${card({
  id: "sitemap",
  title: "Sitemap on your site",
  body: html`<p>A sitemap must be on the site whose pages it lists. So let the site pass two paths on to the API.
The first is <code>${sitemapUrl(organization)}</code>.</p>
${proxyRules(visit, organization)}`,
})}
${canManage && html`<div class="actions set-up">${checkButton(visit, "Check the site")}${setup.isHidden && showAgain(visit)}</div>`}`;
  const lead = "Four steps until your posts can be found. Each is checked.";
  return showPage(visit, { title: "Set up", section: "", lead, body });
};

/** Checks the site and its sitemap by requesting them. */
export const checkSetup: PageHandler = async (visit) => {
  requirePermitted(visit.actor, "members:manage");
  await visit.api.admin.setup.check(visit.actor, await ownSitemap(visit));
  return seeOther(`${pathTo(visit, setupPage)}#checked`);
};

/** Hides the steps on the overview. */
export const hideSetup: PageHandler = async (visit) => {
  await visit.api.admin.setup.setHidden(visit.actor, true);
  return seeOther(`${pathTo(visit, "")}?done=setup-hidden`);
};

/** Shows the steps on the overview again. */
export const unhideSetup: PageHandler = async (visit) => {
  await visit.api.admin.setup.setHidden(visit.actor, false);
  return seeOther(pathTo(visit, ""));
};

/**
 * Returns the sitemap as the API serves it.
 *
 * @throws {ProblemError} if the API does not serve it now, because every sitemap on the site would seem complete beside it
 */
async function ownSitemap(visit: Visit): Promise<string> {
  const address = visit.url.origin + sitemapPaths(visit).organization;
  const response = await visit.api.fetch(asUncounted(new Request(address)));
  if (response.ok) return response.text();
  throw new ProblemError(
    "store-unavailable",
    "The sitemap of this server cannot be read. Check again in a minute",
  );
}

function showAgain(visit: Visit): Html {
  return html`<form method="post" action="${pathTo(visit, `${setupPage}/show`)}">${tokenInput(visit)}${submitButton("Show the steps on the overview")}</form>`;
}

function checkSection({ site, sitemap, isInRobots, checkedAt }: SiteCheck): Html {
  const robots =
    isInRobots === undefined
      ? "could not be read. A site needs no robots.txt"
      : isInRobots
        ? "names the sitemap"
        : "does not name the sitemap. Add the line below, or send the sitemap to search engines yourself";
  return html`<h2 id="checked">Last check</h2>
<dl class="facts">
<dt>Checked</dt><dd>${timeOf(checkedAt)}</dd>
<dt>Site</dt><dd>${siteWords(site)} ${requested(site)}</dd>
<dt>Sitemap</dt><dd>${sitemapWords(sitemap)} ${requested(sitemap)}</dd>
<dt>robots.txt</dt><dd>${robots}.</dd>
</dl>`;
}

function requested({ url, finalUrl, status, contentType }: Omit<PageCheck, "state">): Html {
  const response = [status !== undefined && `status ${status}`, contentType].filter(Boolean).join(", ");
  return html`<span class="hint"><bdi>${url}</bdi>${finalUrl !== undefined && html`, redirected to <bdi>${finalUrl}</bdi>`}${response !== "" && `: ${response}`}</span>`;
}

import { card, submitButton } from "../../design/components.ts";
import { isPermitted, requirePermitted, type PageCheck, type SiteCheck } from "../../../api/mod.ts";
import { ProblemError, asUncounted } from "../../../http/mod.ts";
import { sitemapUrl, postSitemapUrl, type StoredOrganization } from "../../../content/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { timeOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { sitemapPaths, apiOriginOf } from "../../origin_of.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { sitemapWords, siteWords } from "./check_words.ts";
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

/** A path of the site and the address of the API that it shows. */
interface Rule {
  path: string;
  target: string;
}

/** Instruction for proxies that set `X-Forwarded-For`. */
const trust =
  "The server of the API must trust this proxy: its setting --trust-proxy 1, or the option trustProxy in code.";

/** Renders the rules that let the site show the sitemaps, for several proxies. */
function proxyRules(visit: Visit, organization: StoredOrganization): Html {
  const origin = apiOriginOf(visit.request, visit);
  const targets = sitemapPaths(visit);
  const rules = [
    { path: pathOf(sitemapUrl(organization)), target: targets.organization },
    { path: pathOf(postSitemapUrl(organization)), target: targets.posts },
  ];
  const { hostname } = new URL(organization.siteUrl);
  return html`${rule("nginx", nginx(rules, origin), `Inside of the server block of the site. Reload nginx afterwards. ${trust}`)}
${rule("Caddy", caddy(rules, { origin, hostname }), `In the Caddyfile. If it has a block of the site already, add only the two handle directives to that block. ${trust}`)}
${rule("Cloudflare", worker(rules, origin), `A Worker on the routes ${rules.map(({ path }) => `${hostname}${path}*`).join(" and ")}.`)}
${rule("Next.js", next(rules, origin), "In next.config.mjs.")}
${rule("robots.txt", `Sitemap: ${sitemapUrl(organization)}`, "A line that tells search engines where the sitemap is.")}`;
}

function rule(name: string, text: string, where: string): Html {
  return html`<details class="rule"><summary>${name}</summary>
<p class="hint">${where}</p>
<pre tabindex="0" data-copy>${text}</pre>
</details>`;
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

function nginx(rules: readonly Rule[], origin: string): string {
  const forwarded = "\n  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";
  const tls = origin.startsWith("https:") ? "\n  proxy_ssl_server_name on;" : "";
  return rules
    .map(({ path, target }) => `location = ${path} {\n  proxy_pass ${origin}${target};${forwarded}${tls}\n}`)
    .join("\n");
}

function caddy(rules: readonly Rule[], { origin, hostname }: { origin: string; hostname: string }): string {
  const proxy = origin.startsWith("https:")
    ? `reverse_proxy ${origin} {\n\t\t\theader_up Host {upstream_hostport}\n\t\t}`
    : `reverse_proxy ${origin}`;
  const handles = rules.map(
    ({ path, target }) => `\thandle ${path} {\n\t\trewrite * ${target}\n\t\t${proxy}\n\t}`,
  );
  return `${hostname} {\n${handles.join("\n")}\n}`;
}

function worker(rules: readonly Rule[], origin: string): string {
  const paths = rules.map(({ path, target }) => `  ${JSON.stringify(path)}: ${JSON.stringify(target)},`);
  return `const api = ${JSON.stringify(origin)};
const sitemaps = {
${paths.join("\n")}
};

export default {
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    const sitemap = sitemaps[pathname];
    return fetch(sitemap === undefined ? request : new Request(api + sitemap + search, request));
  },
};`;
}

function next(rules: readonly Rule[], origin: string): string {
  const rewrites = rules.map(
    ({ path, target }) =>
      `    { source: ${JSON.stringify(path)}, destination: ${JSON.stringify(origin + target)} },`,
  );
  return `export default {
  rewrites: async () => [
${rewrites.join("\n")}
  ],
};`;
}

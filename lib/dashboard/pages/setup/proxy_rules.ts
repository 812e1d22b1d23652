import { postSitemapUrl, sitemapUrl, type StoredOrganization } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { apiOriginOf, sitemapPaths } from "../../origin_of.ts";
import type { Visit } from "../../visit.ts";

/** A path of the site and the address of the API that it shows. */
interface Rule {
  path: string;
  target: string;
}

/** Instruction for proxies that set `X-Forwarded-For`. */
const trust =
  "The server of the API must trust this proxy: its setting --trust-proxy 1, or the option trustProxy in code.";

/** Renders the rules that let the site show the sitemaps, for several proxies. */
export function proxyRules(visit: Visit, organization: StoredOrganization): Html {
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

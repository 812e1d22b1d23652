import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookSender } from "../../adapters/node.ts";
import {
  type DashboardWorld,
  expectPage,
  openDashboardWorld,
  type SignedIn,
  signInAs,
} from "./dashboard_world.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let siteUrl = "";
let answer: Answer;
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => (asked = []));

/** Opens the organization of a site on a private network. */
async function openSite({ allowPrivateNetworks = true, send: sender = webhookSender() } = {}): Promise<{
  world: DashboardWorld;
  owner: SignedIn;
}> {
  const world = await openDashboardWorld({}, { webhooks: { send: sender, allowPrivateNetworks } });
  await world.api.organizations.update("acme", { siteUrl });
  return { world, owner: await signInAs(world, "owner") };
}

/** Returns the sitemap as the API serves it. */
async function ownSitemap({ api }: DashboardWorld): Promise<string> {
  return (await api.fetch(new Request("http://localhost/api/public/v1/sitemap/acme"))).text();
}

/** Checks the site, and returns the page with the result. */
async function check(owner: SignedIn): Promise<string> {
  const response = await owner.send("/o/acme/setup/check");
  expect([response.status, response.headers.get("location")]).toEqual([
    303,
    "/dashboard/o/acme/setup#checked",
  ]);
  return owner.page("/o/acme/setup");
}

/** Returns the states of the steps on a page. */
function states(page: string): string[] {
  return [...page.matchAll(/<li class="step-(\w+)"/g)].map(([, state = ""]) => state);
}

/** A site that shows a text as its sitemap. */
function showing(
  sitemap: string,
  headers: Record<string, string> = { "content-type": "application/xml" },
): Answer {
  return ({ url }, response) => {
    if (url === "/sitemap.xml") response.writeHead(200, headers).end(sitemap);
    else if (url === "/robots.txt") response.end(`User-agent: *\nsitemap: ${siteUrl}/sitemap.xml\n`);
    else response.end("<h1>Acme</h1>");
  };
}

describe("the steps of a new organization", () => {
  it("follow the facts, and disappear from the overview when all are done", async () => {
    const { world, owner } = await openSite();
    const { api } = world;
    await api.organizations.create({ slug: "fresh", name: "Fresh", siteUrl });
    await api.users.addToOrganization(owner.userId, { organizationSlug: "fresh", role: "owner" });
    answer = showing("<h1>Not yet</h1>", { "content-type": "text/html" });
    const overview = async (): Promise<string> => owner.page("/o/fresh");
    expect(states(await overview())).toEqual(["next", "open", "open", "open"]);

    await owner.send("/o/fresh/setup/check");
    expect(states(await overview())).toEqual(["done", "next", "open", "open"]);
    await api.posts.create("fresh", { name: "Draft", status: "draft" });
    expect(states(await overview())).toEqual(["done", "next", "open", "open"]);
    await api.posts.create("fresh", { name: "Hello" });
    expect(states(await overview())).toEqual(["done", "done", "next", "open"]);
    const { id } = await api.apiKeys.generate({
      organizationSlug: "fresh",
      userId: owner.userId,
      name: "Key",
    });
    expect(states(await overview())).toEqual(["done", "done", "done", "next"]);

    const own = await (await api.fetch(new Request("http://localhost/api/public/v1/sitemap/fresh"))).text();
    answer = showing(own);
    await owner.send("/o/fresh/setup/check");
    expect(await overview()).not.toContain("set-up");
    await api.apiKeys.revoke({ organizationSlug: "fresh", keyId: id });
    expect(states(await overview())).toEqual(["done", "done", "next", "done"]);
    await api.organizations.update("fresh", { siteUrl: `${siteUrl}/blog` });
    expect(states(await overview())).toEqual(["next", "done", "open", "open"]);
    await api.organizations.delete("fresh");
    expect(await api.organizations.contents("fresh")).toBeNull();
  });

  it("can be hidden for all, and reached and shown again from the settings", async () => {
    const { world, owner } = await openSite();
    const editor = await signInAs(world, "editor");
    expect(await editor.page("/o/acme")).toContain("set-up");
    await owner.send("/o/acme/setup/hide");
    expect(await editor.page("/o/acme")).not.toContain("set-up");
    expect(await owner.page("/o/acme/settings/organization")).toContain('href="/dashboard/o/acme/setup"');
    expect(await owner.page("/o/acme/setup")).toContain("Show the steps on the overview");
    await owner.send("/o/acme/setup/show");
    expect(await editor.page("/o/acme")).toContain("set-up");
  });

  it("say whom to ask, and offer no action that the visitor may not do", async () => {
    const { world } = await openSite();
    await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { status: "draft" });
    const viewer = await signInAs(world, "viewer");
    const page = await viewer.page("/o/acme");
    expect(states(page)).toEqual(["next", "open", "open"]);
    expect(page.match(/Ask an admin or the owner\./g)).toHaveLength(2);
    expect(page).toContain("Ask a writer or an editor.");
    expect(page).not.toContain("setup/check");
    expect(page).not.toContain("setup/hide");
    expect(page).not.toContain("new-post");
  });
});

describe("the check of the sitemap", () => {
  it("finds the organization's own sitemap, by one GET for each page", async () => {
    const { world, owner } = await openSite();
    answer = showing(await ownSitemap(world));
    const page = await check(owner);
    expect(page).toContain("The site shows the sitemap with all 2 addresses.");
    expect(page).toContain("names the sitemap.");
    expect(asked.toSorted()).toEqual(["GET /", "GET /robots.txt", "GET /sitemap.xml"]);
  });

  it("checks nothing while the API does not serve the organization's own sitemap", async () => {
    const { world, owner } = await openSite();
    answer = (_request, response) => void response.end("<urlset></urlset>");
    world.api.fetch = async () => Response.json({}, { status: 503 });
    const response = await owner.send("/o/acme/setup/check");
    await expectPage(response, 503, "The sitemap of this server cannot be read. Check again in a minute");
    expect(asked).toEqual([]);
  });

  it("is no request of the organization", async () => {
    const { world, owner } = await openSite();
    const { admin, events } = world.api;
    answer = showing(await ownSitemap(world));
    const actor = await admin.findActor(owner.userId, "acme");
    if (actor === null) throw new Error("the owner is no member");
    const sitemaps = async (): Promise<number[]> => {
      await events.settle();
      const rows = await admin.insight.rows(actor);
      return rows.filter(({ endpoint }) => endpoint.startsWith("sitemap/")).map(({ requests }) => requests);
    };
    expect(await sitemaps()).toEqual([1]);
    await check(owner);
    expect(await sitemaps()).toEqual([1]);
  });

  it.each<[string, Answer, string]>([
    [
      "HTML",
      showing("<!DOCTYPE html><p>Home", { "content-type": "text/html" }),
      "The site shows a web page (text/html) instead of the sitemap, so the proxy rule is missing.",
    ],
    ["404", (_request, response) => response.writeHead(404).end(), "so the proxy rule is missing"],
    ["502", (_request, response) => response.writeHead(502).end(), "does not reach the API (status 502)"],
    ["403", (_request, response) => response.writeHead(403).end(), "refuses the request with status 403"],
    [
      "text",
      showing("hello", { "content-type": "text/plain" }),
      "The response (text/plain) is not a sitemap.",
    ],
    [
      "another sitemap",
      showing("<urlset><url><loc>https://else.example/</loc></url></urlset>"),
      "another sitemap, which lists none of the posts",
    ],
    [
      "a loop",
      ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end(),
      "redirects too often",
    ],
    [
      "a closed connection",
      ({ socket }) => socket.destroy(),
      "does not respond: the server closed the connection (",
    ],
    [
      "a redirect to a forbidden address",
      (_request, response) => response.writeHead(302, { location: "ftp://x/" }).end(),
      "must be an absolute URL",
    ],
  ])("says what is wrong and what to do: %s", async (_name, given, words) => {
    const { owner } = await openSite();
    answer = given;
    expect(await check(owner)).toContain(words);
  });

  it("takes a cached sitemap for done, and names what is missing", async () => {
    const { world, owner } = await openSite();
    answer = showing(await ownSitemap(world));
    await world.api.posts.create("acme", { name: "New" });
    const page = await check(owner);
    expect(page).toContain("1 of 3 addresses are missing");
    expect(states(page).at(-1)).toBe("done");
  });

  it("follows a redirect, and reads no more than 1 MB", async () => {
    const { world, owner } = await openSite();
    const own = await ownSitemap(world);
    let sent = 0;
    answer = ({ url }, response) => {
      if (url === "/sitemap.xml") response.writeHead(301, { location: "/moved.xml" }).end();
      else if (url !== "/moved.xml") response.end("ok");
      else {
        response.writeHead(200, { "content-type": "application/xml" });
        response.write(own.replace("</urlset>", ""));
        const more = (): void => {
          while (!response.destroyed && sent < 50_000_000) {
            sent += 65_536;
            if (!response.write(" ".repeat(65_536))) return void response.once("drain", more);
          }
          response.end("</urlset>");
        };
        more();
      }
    };
    const page = await check(owner);
    expect(page).toContain("all 2 addresses");
    expect(page).toContain(`redirected to <bdi>${siteUrl}/moved.xml</bdi>`);
    expect(sent).toBeLessThan(50_000_000);
  });

  it("requests nothing in private networks unless the operator allows it", async () => {
    const { owner } = await openSite({ allowPrivateNetworks: false });
    answer = showing("");
    const page = await check(owner);
    expect(page).toContain("must not be in a private network");
    expect(asked).toEqual([]);
  });

  it("refuses a name that leads to a private address", async () => {
    const { world, owner } = await openSite({ allowPrivateNetworks: false });
    // A name that the system resolves without a network, and that is no local name by its form.
    await world.api.organizations.update("acme", { siteUrl: "https://0x7f000001" });
    expect(await check(owner)).toContain("private network");
    expect(asked).toEqual([]);
  });

  it("says that nothing was checked if the host's own sender cannot request pages", async () => {
    const sender = async () => ({ status: 204, body: new Uint8Array() });
    const { owner } = await openSite({ send: sender });
    expect(await check(owner)).toContain("This server cannot request pages");
  });

  it("shows what the site sends as text", async () => {
    const { owner } = await openSite();
    const attack = `text/"'><script>alert(1)</script>`;
    answer = ({ url }, response) =>
      url === "/sitemap.xml"
        ? response.writeHead(302, { location: `/${encodeURIComponent(attack)}?'"><script>` }).end()
        : response.writeHead(200, { "content-type": attack }).end("x");
    const page = await check(owner);
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain(`"><script>`);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("shows rules with the addresses of this API", async () => {
    const { world, owner } = await openSite();
    await world.api.organizations.update("acme", { sitemapUrl: `${siteUrl}/maps/all.xml` });
    const page = await owner.page("/o/acme/setup");
    expect(page).toContain(
      "location = /maps/all.xml {\n  proxy_pass http://localhost/api/public/v1/sitemap/acme;\n" +
        "  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n}",
    );
    expect(page).toContain("--trust-proxy 1");
    expect(page).toContain(
      "location = /sitemap-posts.xml {\n  proxy_pass http://localhost/api/public/v1/post/acme/sitemap;",
    );
    expect(page).toContain("handle /maps/all.xml");
    expect(page).toContain(`Sitemap: ${siteUrl}/maps/all.xml`);
  });
});

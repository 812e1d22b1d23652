import { once } from "node:events";
import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { apiOptionsOf } from "../../adapters/cli/serve/server_arguments.ts";
import { checkUrl } from "../../adapters/standalone/doctor/check_url.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { cannotRun, findRecipes, type Recipe, startRecipe } from "./_recipes.ts";

const recipes = findRecipes();

it("finds the recipes of nginx, Caddy and Varnish", () => {
  expect(new Set(recipes.map(({ server }) => server))).toEqual(new Set(["nginx", "caddy", "varnish"]));
  expect(recipes.length).toBeGreaterThanOrEqual(10);
});

it.each(recipes)("the section of $place names --trust-proxy", ({ trustProxy }) => {
  expect(trustProxy).toBeDefined();
});

/** Networks that no client of the tests is in, and an address in them. */
const networks = ["203.0.113.0/24"];
const forged = "203.0.113.7";

/** Headers by which a client could pretend to have another address. */
const forgeries: readonly (readonly [name: string, value: string])[] = [
  ["x-forwarded-for", forged],
  ["x-forwarded-for", `${forged}, ${forged}`],
  ["x-forwarded-for", `${forged}, 127.0.0.1`],
  ["x-forwarded-for", `${forged}, 10.0.0.1, 127.0.0.1`],
  ["x-forwarded-for", ","],
  ["X_Forwarded_For", forged],
  ["forwarded", `for=${forged}`],
  ["x-real-ip", forged],
  ["x-client-ip", forged],
  ["true-client-ip", forged],
  ["cf-connecting-ip", forged],
];

interface Site {
  origin: string;
  newKey(networks: string[]): Promise<string>;
}

interface Sent {
  from: string;
  key: string;
  headers?: readonly (readonly [string, string])[];
}

/** Sends a request from an address of this machine. Returns its status and the code of its problem. */
async function send(url: string, { from, key, headers = [] }: Sent): Promise<string> {
  const agent = new Agent();
  const lines = [["host", new URL(url).host], ["x-api-key", key], ...headers].flat();
  const sent = httpRequest(url, { agent, localAddress: from, headers: lines }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const body = (await response.setEncoding("utf8").toArray()).join("");
  return `${response.statusCode} ${/"code":"([\w-]+)"/.exec(body)?.[1] ?? "ok"}`;
}

/** Starts an API that trusts proxies as the section of the recipe says. */
async function startApi(trustProxy: string): Promise<{ port: number } & Omit<Site, "origin">> {
  const api: PublicApi = createPublicApi({
    storage: memoryDriver(),
    ...apiOptionsOf({ "trust-proxy": trustProxy }),
  });
  await api.organizations.create({ slug: "acme", name: "A", siteUrl: "https://acme.example", feeds: true });
  await api.posts.create("acme", { name: "Hello" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" });
  const server = await serve(api, { port: 0 });
  releaseAfterUse(() => server.close());
  const key = { organizationSlug: "acme", userId, name: "Test" };
  return {
    port: server.port,
    newKey: async (own) => (await api.apiKeys.generate({ ...key, networks: own })).key,
  };
}

it("an API that clients reach directly believes a forged header", async () => {
  const { port, newKey } = await startApi("1");
  const url = `http://127.0.0.1:${port}/api/public/v1/post/acme/hello`;
  const sent = { from: "127.0.0.1", key: await newKey(networks) };
  expect(await send(url, sent)).toBe("403 address-not-allowed");
  expect(await send(url, { ...sent, headers: [["x-forwarded-for", forged]] })).toBe("200 ok");
});

describe.each(recipes)("$server of $place", (recipe: Recipe) => {
  describe.skipIf(cannotRun(recipe))("with forged headers", () => {
    let site: Site;
    beforeAll(async () => {
      const { port, newKey } = await startApi(recipe.trustProxy ?? "1");
      const { origin } = await startRecipe(recipe, port);
      site = { origin, newKey };
    });

    it.each(recipe.paths)("does not let a client out of the networks of a key: %s", async (path) => {
      const outside = await site.newKey(networks);
      const inside = await site.newKey(["127.0.0.2/32"]);
      for (const forgery of forgeries) {
        const sent = { from: "127.0.0.2", headers: [forgery] };
        const answers = [
          await send(site.origin + path, { ...sent, key: outside }),
          await send(site.origin + path, { ...sent, key: inside }),
        ];
        expect([forgery, answers]).toEqual([forgery, ["403 address-not-allowed", "200 ok"]]);
      }
    });

    it("does not let the invalid keys of a client lock out another", async () => {
      const url = `${site.origin}${recipe.paths[0]}`;
      const attack = (turn: number): Promise<string> => {
        const headers = [["x-forwarded-for", `203.0.113.${turn}`]] as const;
        return send(url, { from: "127.0.0.3", key: `invalid-${turn}`, headers });
      };
      for (let turn = 0; turn < 30; turn++) expect(await attack(turn)).toBe("401 invalid-key");
      expect(await attack(30)).toBe("429 too-many-failures");
      expect(await send(url, { from: "127.0.0.4", key: "invalid" })).toBe("401 invalid-key");
      expect(await send(url, { from: "127.0.0.4", key: await site.newKey([]) })).toBe("200 ok");
    });

    it.runIf(recipe.passesAll)("passes the check of postern doctor", async () => {
      const findings = await checkUrl(site.origin);
      const statuses = findings.map(({ check, status }) => `${check} ${status}`);
      // On this machine, the client's address may be the proxy's.
      expect(statuses).toEqual(["url ok", "address warning", "forged address ok"]);
    });
  });
});

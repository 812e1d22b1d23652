import { describe, expect, it } from "vitest";
import { createHash } from "node:crypto";
import { type OpenStorage, World } from "../api/world.ts";
import { secretOf, withUnknownId, withWrongSecret } from "./forged_keys.ts";
import { recordedHooks, type ToldHook } from "./recorded_hooks.ts";
import { storages } from "./storages.ts";
import { allOf } from "../async_items.ts";

const hour = 3_600_000;

const endpoints = ["GET list", "GET post", "GET posts' sitemap", "GET sitemap", "POST text"] as const;

/** Brings a key into a state. Returns the key and the slug to send it to. */
type State = (world: World) => Promise<{ key?: string; slug?: string }>;

const states: Record<string, State> = {
  "no key": async () => ({}),
  valid: async (world) => world.createKey(),
  "unknown id": async (world) => ({ key: withUnknownId((await world.createKey()).key) }),
  "wrong secret": async (world) => ({ key: withWrongSecret((await world.createKey()).key) }),
  malformed: async (world) => ({ key: (await world.createKey()).key.slice(0, -1) }),
  expired: async (world) => {
    const { key } = await world.createKey({ expiresIn: "1h" });
    world.clock.advance(hour);
    return { key };
  },
  revoked: async (world) => {
    const { key, id } = await world.createKey();
    await world.revokeKey(id);
    return { key };
  },
  disabled: async (world) => {
    const { key, id } = await world.createKey();
    await world.api.apiKeys.update({ organizationSlug: "acme", keyId: id }, { isDisabled: true });
    return { key };
  },
  "rolled, in the overlap": async (world) => {
    const { key, id } = await world.createKey();
    await world.rollKey(id, { overlap: "1h" });
    world.clock.advance(hour - 1);
    return { key };
  },
  "rolled, after the overlap": async (world) => {
    const { key, id } = await world.createKey();
    await world.rollKey(id, { overlap: "1h" });
    world.clock.advance(hour);
    return { key };
  },
  "the one rolled to": async (world) => {
    const { id } = await world.createKey();
    const { key } = await world.rollKey(id, { overlap: "0" });
    return { key };
  },
  "user disabled": async (world) => {
    const { key, userId } = await world.createKey();
    await world.api.users.setStatus(userId, "disabled");
    return { key };
  },
  "user left": async (world) => {
    const { key, userId } = await world.createKey();
    await world.api.users.removeFromOrganization({ userId, organizationSlug: "acme" });
    return { key };
  },
  "user demoted": async (world) => {
    const { key, userId } = await world.createKey();
    await world.api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" });
    return { key };
  },
  "narrowed to reading": async (world) => world.createKey({ role: "owner", permissions: ["posts:read"] }),
  "narrowed to writing": async (world) =>
    world.createKey({ role: "owner", permissions: ["knowledge:write"] }),
  "narrowed to nothing": async (world) => world.createKey({ role: "owner", permissions: [] }),
  "wider than the user": async (world) =>
    world.createKey({ role: "viewer", permissions: ["posts:read", "knowledge:write"] }),
  "of another organization": async (world) => world.createKey({ organizationSlug: "other" }),
  "another organization's slug, same post": async (world) => ({
    ...(await world.createKey()),
    slug: "other",
  }),
  "a slug that nobody has": async (world) => ({ ...(await world.createKey()), slug: "nobody" }),
};

type Row = [
  state: string,
  list: number,
  post: number,
  posts: number,
  site: number,
  text: number,
  code: string,
];

const same: Row[] = [
  ["valid", 200, 200, 200, 200, 201, ""],
  ["unknown id", 401, 401, 401, 401, 401, "invalid-key"],
  ["wrong secret", 401, 401, 401, 401, 401, "invalid-key"],
  ["malformed", 401, 401, 401, 401, 401, "invalid-key"],
  ["expired", 401, 401, 401, 401, 401, "expired-key"],
  ["revoked", 401, 401, 401, 401, 401, "revoked-key"],
  ["disabled", 401, 401, 401, 401, 401, "disabled-key"],
  ["rolled, in the overlap", 200, 200, 200, 200, 201, ""],
  ["rolled, after the overlap", 401, 401, 401, 401, 401, "expired-key"],
  ["the one rolled to", 200, 200, 200, 200, 201, ""],
  ["user disabled", 401, 401, 401, 401, 401, "inactive-user"],
  ["user left", 401, 401, 401, 401, 401, "inactive-user"],
  ["user demoted", 200, 200, 200, 200, 403, "missing-permission"],
  ["narrowed to reading", 200, 200, 200, 200, 403, "missing-permission"],
  ["narrowed to writing", 403, 403, 403, 403, 201, "missing-permission"],
  ["narrowed to nothing", 403, 403, 403, 403, 403, "missing-permission"],
  ["wider than the user", 200, 200, 200, 200, 403, "missing-permission"],
  ["of another organization", 403, 403, 403, 403, 201, "wrong-organization"],
  ["another organization's slug, same post", 403, 403, 403, 403, 201, "wrong-organization"],
  ["a slug that nobody has", 403, 403, 403, 403, 201, "wrong-organization"],
];

/** Both modes verify the key of a request. They differ only for requests without a key. */
const expected: Record<"public" | "key", Row[]> = {
  public: [["no key", 200, 200, 200, 200, 401, "missing-key"], ...same],
  key: [["no key", 401, 401, 200, 200, 401, "missing-key"], ...same],
};

interface Scene {
  world: World;
  told: ToldHook[];
}

/** Creates two organizations that both have a post "hello". */
async function openScene(open: OpenStorage, readAccess: "public" | "key"): Promise<Scene> {
  const { hooks, told } = recordedHooks();
  const world = await World.open(open, { readAccess, hooks });
  await world.api.organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
  for (const slug of ["acme", "other"]) await world.api.posts.create(slug, { name: "Hello", html: slug });
  return { world, told };
}

async function askAll(world: World, slug: string, key: string | undefined): Promise<Response[]> {
  const headers: Record<string, string> = key === undefined ? {} : { "x-api-key": key };
  const paths = [`/post/${slug}`, `/post/${slug}/hello`, `/post/${slug}/sitemap`, `/sitemap/${slug}`];
  const responses = [];
  for (const path of paths) responses.push(await world.send("GET", path, { headers }));
  const sent = { headers: { ...headers, "content-type": "application/json" }, body: '{"text":"x"}' };
  return [...responses, await world.send("POST", "/knowledge-base", sent)];
}

const everythingOf = async (responses: Response[]): Promise<string[]> =>
  Promise.all(
    responses.map(async (response) =>
      JSON.stringify([response.status, [...response.headers], await response.text()]),
    ),
  );

/** Returns all output of the library: responses, hooks, audit, list and log. */
async function shown({ world, told }: Scene, answers: readonly string[]): Promise<string[]> {
  const audit = await world.api.audit.list("acme");
  const listed = await allOf(world.api.apiKeys.iterate("acme"));
  return [...answers, ...[told, audit, listed, world.errors.map(String)].map((part) => JSON.stringify(part))];
}

const containing = (texts: readonly string[], part: string | undefined): string[] =>
  texts.filter((text) => part !== undefined && text.includes(part));

describe.each(storages)("states of a key on %s", (_name, open) => {
  describe.each(["public", "key"] as const)("with readAccess %j", (readAccess) => {
    it.each(expected[readAccess])(
      "%s: list %i, post %i, its sitemap %i, sitemap %i, text %i; %s",
      async (state, ...row) => {
        const statuses = row.slice(0, endpoints.length);
        const code = row.at(-1);
        const scene = await openScene(open, readAccess);
        const { key, slug = "acme" } = (await states[state]?.(scene.world)) ?? {};
        const responses = await askAll(scene.world, slug, key);
        expect(Object.fromEntries(responses.map(({ status }, index) => [endpoints[index], status]))).toEqual(
          Object.fromEntries(statuses.map((status, index) => [endpoints[index], status])),
        );
        const refusals = responses.filter(({ status }) => status >= 400).map((response) => response.clone());
        const problems = await Promise.all(refusals.map((refusal) => refusal.json()));
        expect(new Set(problems.map((problem: { code: string }) => problem.code))).toEqual(
          new Set(code === "" ? [] : [code]),
        );
        const answers = await everythingOf(responses);
        expect(answers.filter((answer) => slug !== "acme" && answer.includes(">other<"))).toEqual([]);
        const seen = await shown(scene, answers);
        const secret = key && secretOf(key);
        const hash = secret && createHash("sha256").update(secret).digest("hex");
        expect(containing([...seen, ...scene.world.writes], key)).toEqual([]);
        expect(containing([...seen, ...scene.world.writes], secret)).toEqual([]);
        expect(containing(seen, hash)).toEqual([]);
        expect(scene.world.errors).toEqual([]);
        await scene.world.close();
      },
    );

    it("returns the same bytes for an unknown id and a wrong secret, in any state of the key", async () => {
      const { world } = await openScene(open, readAccess);
      const { key, id } = await world.createKey({ expiresIn: "1d" });
      const askBoth = async (): Promise<void> => {
        const wrong = await everythingOf(await askAll(world, "acme", withWrongSecret(key)));
        expect(wrong).toEqual(await everythingOf(await askAll(world, "acme", withUnknownId(key))));
        expect(new Set(wrong).size).toBe(1);
      };
      await askBoth();
      expect((await world.get("/post/acme", key)).status).toBe(200);
      await askBoth();
      await world.revokeKey(id);
      await askBoth();
      world.clock.advance(25 * hour);
      await askBoth();
      await world.close();
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withoutKeys, withoutSecrets } from "../../lib/base/secrets/without_secrets.ts";
import { type AdminWorld, openAdminWorld, sendAdmin } from "../admin/admin_world.ts";

/** Creates each kind of secret that Postern issues. The second text is the part that must stay hidden. */
const secrets: Readonly<
  Record<string, (world: AdminWorld) => Promise<readonly [text: string, hidden: string]>>
> = {
  "a key": async ({ owner }) => [owner.key, owner.key.split("_").at(-1) ?? ""],
  "a key with another prefix": async ({ owner: { key } }) => [
    key.replace("postern", "other1"),
    key.split("_").at(-1) ?? "",
  ],
  "the secret of a key": async ({ owner: { key } }) => {
    const secret = key.split("_").at(-1) ?? "";
    return [secret, secret];
  },
  "the token of a sign-in link": async ({ api, viewerId }) => {
    const { token } = await api.sessions.createLink(viewerId);
    return [token, token];
  },
  "the token of a preview link": async ({ api }) => {
    const { token } = await api.previews.create({ organizationSlug: "acme", slug: "hello" });
    return [token, token];
  },
  "the secret of a webhook": async ({ api }) => {
    const { secret } = await api.webhooks.create("acme", { url: "https://acme.example/other" });
    return [secret, secret.slice("whsec_".length)];
  },
};

describe.each(Object.entries(secrets))("%s", (_name, create) => {
  let opened: AdminWorld;
  let text: string;
  let hidden: string;
  beforeAll(async () => {
    opened = await openAdminWorld();
    [text, hidden] = await create(opened);
  });
  afterAll(async () => opened.world.close());

  it("is neither stored with searches and missing posts, nor repeated by problems", async () => {
    const { world, owner } = opened;
    const written = world.writes.length;
    const encoded = encodeURIComponent(text);
    const paths = [
      `/search/acme?q=${encoded}`,
      `/search/acme?q=${encodeURIComponent(`${" ".repeat(250)}${text} twice ${text}`)}`,
      `/post/acme/${encoded}`,
      `/post/acme?${encoded}=1`,
      `/post/acme?fields=${encoded}`,
      `/post/${encoded}`,
    ];
    for (const path of paths) {
      const answer = await (await world.get(path)).text();
      expect([path, answer.includes(hidden)]).toEqual([path, false]);
    }
    const name = text;
    const bodies: [method: string, path: string, body?: unknown][] = [
      ["PATCH", "/organization", { [name]: 1 }],
      ["POST", "/api-keys", { name: "Key", networks: [text.slice(0, 60)] }],
      ["POST", "/redirects", { from: "/somewhere", slug: text }],
      ["GET", `/posts/${encoded}`],
      ["POST", `/posts/hello/revisions/${encoded}/restore`],
    ];
    for (const sent of bodies) {
      const answer = await (await sendAdmin(opened, owner.key, sent)).text();
      expect([sent[1], answer.includes(hidden)]).toEqual([sent[1], false]);
    }
    await opened.api.events.settle();
    const writes = world.writes.slice(written).join("\n");
    expect(writes).toContain("[redacted]");
    expect(writes.toLowerCase()).not.toContain(hidden.slice(0, 20).toLowerCase());
  });

  it.each([
    (one: string) => `/search?x=${one}`,
    (one: string) => `/nowhere/${one}/more`,
    (one: string) => `/nowhere?access_token=${one}&next=1`,
    (one: string) =>
      `/nowhere?x=${one.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
  ])("is redacted in an address of the log", (addressOf) => {
    const redacted = withoutSecrets(addressOf(text));
    expect(redacted).toContain("[redacted]");
    expect(redacted).not.toContain(hidden.slice(0, 20));
  });
});

it.each(["_", "%5F", "%5f", "%25255F"])(
  "redacts a key that is cut and has underscores as %s",
  (underscore) => {
    const cut = ["/x/postern", "a".repeat(16), "B".repeat(20)].join(underscore);
    for (const redact of [withoutKeys, withoutSecrets]) {
      expect(redact(cut)).toContain("[redacted]");
      expect(redact(cut)).not.toContain("B");
    }
  },
);

it("redacts a token of an unknown form by the name of its parameter", () => {
  expect(withoutSecrets("/x?access_token=abc&page=2")).toBe("/x?access_token=[redacted]&page=2");
  expect(withoutSecrets("/x?tokens=3&page=2")).toBe("/x?tokens=3&page=2");
});

import { describe, expect, it } from "vitest";
import { longPost as path, StandaloneWorld } from "./standalone_world.ts";

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}

function decodedFully(text: string): string {
  const decoded = text.replaceAll(/%([2-7][\da-f])/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded === text ? text : decodedFully(decoded);
}

describe("the JSON log", () => {
  it("never contains a secret, in any encoding or spelling of the page", async () => {
    const world = await StandaloneWorld.openShared();
    const { key } = world;
    const link = await world.createLink();
    const encoded = (text: string): string => text.replaceAll(/./g, (one) => `%${hexOf(one)}`);
    const spellings = [
      "/dashboard/./sign-in",
      "/dashboard\\sign-in",
      "/dashboard/%73ign-in",
      "/dashboard/%2573ign%2525%32Din",
      "//dashboard/sign-in",
      "/dashboard/sign-in/",
      "/Dashboard/SIGN-IN",
      "/dashboard/sign-in;x",
      "/nowhere",
    ];
    for (const spelling of spellings) await world.sendRaw(`${spelling}?token=${link}`);
    await world.sendRaw(`${world.url}/dashboard/./sign-in?token=${link}`);
    await world.sendRaw(`/dashboard/sign-in/${link}`);
    await world.sendRaw(`/nowhere?%74oken=${encoded(link)}&next=x`);
    const keys = [key.replace("p", "%70"), key.replaceAll("_", "%255F"), encoded(key), encoded(encoded(key))];
    for (const one of [...keys, key.replace("postern", "other1")]) {
      await world.sendRaw(`/nowhere/${one}?a=${one}`, `referer: http://x/?${one}`, `user-agent: ${one}`);
      await world.sendRaw(path, `x-forwarded-for: ${one}`, `x-request-id: ${one.slice(0, 128)}`);
    }
    await world.sendRaw(path, `x-request-id: /dashboard/./sign-in?token=${link}`);
    await world.sendRaw(path, `x-request-id: ${key.replace(/^.*_/, "")}`);
    await world.stop();
    const secret = key.split("_").at(-1) ?? "";
    const decoded = decodedFully(world.process.output());
    for (const part of [link, link.slice(0, 20), secret, secret.slice(0, 20)]) {
      expect(decoded).not.toContain(part);
    }
    expect(world.lines().filter(({ req }) => req !== undefined)).toHaveLength(spellings.length + 3 + 10 + 2);
  });

  it("shows a value without a secret as it was sent", async () => {
    const world = await StandaloneWorld.open();
    const target = `${path}?a=%2520%41&tokens=1&cursor=${"x".repeat(42)}`;
    const referer = "https://x.example/how-to-sign-in/?a=%2e";
    await world.sendRaw(
      target,
      `referer: ${referer}`,
      "x-request-id: a%20b",
      `user-agent: ${"0f".repeat(32)}`,
    );
    const { req } = (await world.stop()).find((line) => line.req !== undefined) ?? {};
    expect(req).toMatchObject({ id: "a%20b", url: target });
    expect(req?.headers).toMatchObject({ referer, "user-agent": "0f".repeat(32) });
  });

  it("has the served path, also of a target in absolute form", async () => {
    const world = await StandaloneWorld.open();
    await world.sendRaw(`http://other.example${path}?fields=*`);
    await world.sendRaw("http://other.example/readyz");
    await world.sendRaw(`${path}/../long`);
    const lines = (await world.stop()).filter(({ req }) => req !== undefined);
    expect(lines.map(({ req, res, route }) => [req?.url, res?.statusCode, route])).toEqual([
      [`${path}?fields=*`, 200, "/api/public/v1/post/{organizationSlug}/{slug}"],
      [`${path}/../long`, 400, undefined],
    ]);
    expect(lines[1]?.code).toBe("malformed-path");
  });

  it("escapes control characters, so that no value starts a line or controls a terminal", async () => {
    const world = await StandaloneWorld.open();
    await world.sendRaw(path, "user-agent: a\u009b2J\u0085b\tc");
    const lines = await world.stop();
    expect(world.process.output()).not.toMatch(/[^\n\P{Cc}]/u);
    const { req } = lines.find((line) => line.req !== undefined) ?? {};
    expect(req?.headers).toMatchObject({ "user-agent": "a\u009b2J\u0085b\tc" });
  });
});

describe("x-request-id", () => {
  it.each(["a%20b", "6f1b3b32318e401f9b41c7c632fc80fd", "Root=1-67891233-abcdef012345678912345678"])(
    "is kept: %s",
    async (given) => {
      const world = await StandaloneWorld.open("--log", "none");
      expect((await world.send(path, { "x-request-id": given })).headers["x-request-id"]).toBe(given);
    },
  );

  it("is replaced if the sent id contains a secret", async () => {
    const world = await StandaloneWorld.open("--log", "none");
    for (const given of [
      world.key,
      world.key.replace("postern_", "%70ostern%255F"),
      "x?code=abc",
      "a".repeat(43),
    ]) {
      const { headers } = await world.send(path, { "x-request-id": given });
      expect(headers["x-request-id"]).toMatch(/^[\da-f]{32}$/);
    }
  });
});

describe("with --log text, the log", () => {
  it("contains no secret and no control character", async () => {
    const world = await StandaloneWorld.openShared("--log", "text");
    const link = await world.createLink();
    await world.sendRaw(`/dashboard/./sign-in?token=${link}`);
    await world.sendRaw(`/nowhere/${world.key.replaceAll("_", "%255F")}`);
    await world.process.stop();
    expect(world.process.output()).toContain(" GET /dashboard/./sign-in?[redacted] 400 ");
    expect(world.process.output()).toContain(`/nowhere/postern_${world.keyId}_[redacted] 404 `);
    expect(world.process.output()).not.toMatch(/[^\n\P{Cc}]/u);
  });
});

import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { StandaloneWorld } from "./standalone_world.ts";

const path = "/api/public/v1/post/acme/long";

async function withWorld(flags: string[], run: (world: StandaloneWorld) => Promise<void>): Promise<void> {
  const world = await StandaloneWorld.open(...flags);
  try {
    await run(world);
  } finally {
    await world.close();
  }
}

/** The token of a sign-in link of the store's user, made beside the server. */
async function createLink(storage: string): Promise<string> {
  const driver = await openStorageDriver(storage);
  const api = createPublicApi({ storage: driver });
  for await (const { id } of api.users.iterate()) {
    const { token } = await api.sessions.createLink(id);
    await driver.dispose?.();
    return token;
  }
  throw new Error("The store has no user");
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}

/** Decodes a text until nothing changes. */
function decodedFully(text: string): string {
  const decoded = text.replaceAll(/%([2-7][\da-f])/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded === text ? text : decodedFully(decoded);
}

/** Sends a request target and headers as they are, bytes of Latin-1. */
async function sendRaw(world: StandaloneWorld, target: string, ...headers: string[]): Promise<string> {
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  const lines = [`GET ${target} HTTP/1.1`, "host: localhost", "connection: close", ...headers];
  socket.end(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"));
  return Buffer.concat((await socket.toArray()) as Buffer[]).toString("latin1");
}

describe("the JSON log", () => {
  it("never contains a secret, in any encoding or spelling of the page", async () => {
    const world = await StandaloneWorld.openShared();
    try {
      const { key } = world;
      const link = await createLink(world.storage);
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
      for (const spelling of spellings) await sendRaw(world, `${spelling}?token=${link}`);
      await sendRaw(world, `${world.url}/dashboard/./sign-in?token=${link}`);
      await sendRaw(world, `/dashboard/sign-in/${link}`);
      await sendRaw(world, `/nowhere?%74oken=${encoded(link)}&next=x`);
      const keys = [
        key.replace("p", "%70"),
        key.replaceAll("_", "%255F"),
        encoded(key),
        encoded(encoded(key)),
      ];
      for (const one of [...keys, key.replace("postern", "other1")]) {
        await sendRaw(world, `/nowhere/${one}?a=${one}`, `referer: http://x/?${one}`, `user-agent: ${one}`);
        await sendRaw(world, path, `x-forwarded-for: ${one}`, `x-request-id: ${one.slice(0, 128)}`);
      }
      await sendRaw(world, path, `x-request-id: /dashboard/./sign-in?token=${link}`);
      await sendRaw(world, path, `x-request-id: ${key.replace(/^.*_/, "")}`);
      await world.stop();
      const secret = key.split("_").at(-1) ?? "";
      const decoded = decodedFully(world.process.output());
      for (const part of [link, link.slice(0, 20), secret, secret.slice(0, 20)]) {
        expect(decoded).not.toContain(part);
      }
      expect(world.lines().filter(({ req }) => req !== undefined)).toHaveLength(
        spellings.length + 3 + 10 + 2,
      );
    } finally {
      await world.close();
    }
  });

  it("shows a value without a secret as it was sent", async () => {
    await withWorld([], async (world) => {
      const target = `${path}?a=%2520%41&tokens=1&cursor=${"x".repeat(42)}`;
      const referer = "https://x.example/how-to-sign-in/?a=%2e";
      await sendRaw(
        world,
        target,
        `referer: ${referer}`,
        "x-request-id: a%20b",
        `user-agent: ${"0f".repeat(32)}`,
      );
      const { req } = (await world.stop()).find((line) => line.req !== undefined) ?? {};
      expect(req).toMatchObject({ id: "a%20b", url: target });
      expect(req?.headers).toMatchObject({ referer, "user-agent": "0f".repeat(32) });
    });
  });

  it("has the served path, also of a target in absolute form", async () => {
    await withWorld([], async (world) => {
      await sendRaw(world, `http://other.example${path}?fields=*`);
      await sendRaw(world, "http://other.example/readyz");
      await sendRaw(world, `${path}/../long`);
      const lines = (await world.stop()).filter(({ req }) => req !== undefined);
      expect(lines.map(({ req, res, route }) => [req?.url, res?.statusCode, route])).toEqual([
        [`${path}?fields=*`, 200, "/api/public/v1/post/{organizationSlug}/{slug}"],
        [`${path}/../long`, 400, undefined],
      ]);
      expect(lines[1]?.code).toBe("malformed-path");
    });
  });

  it("escapes control characters, so that no value starts a line or controls a terminal", async () => {
    await withWorld([], async (world) => {
      await sendRaw(world, path, "user-agent: a\u009b2J\u0085b\tc");
      const lines = await world.stop();
      expect(world.process.output()).not.toMatch(/[^\n\P{Cc}]/u);
      const { req } = lines.find((line) => line.req !== undefined) ?? {};
      expect(req?.headers).toMatchObject({ "user-agent": "a\u009b2J\u0085b\tc" });
    });
  });
});

describe("x-request-id", () => {
  it.each(["a%20b", "6f1b3b32318e401f9b41c7c632fc80fd", "Root=1-67891233-abcdef012345678912345678"])(
    "is kept: %s",
    async (given) => {
      await withWorld(["--log", "none"], async (world) => {
        expect((await world.send(path, { "x-request-id": given })).headers["x-request-id"]).toBe(given);
      });
    },
  );

  it("is replaced if the sent id contains a secret", async () => {
    await withWorld(["--log", "none"], async (world) => {
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
});

describe("with --log text, the log", () => {
  it("contains no secret and no control character", async () => {
    const world = await StandaloneWorld.openShared("--log", "text");
    try {
      const link = await createLink(world.storage);
      await sendRaw(world, `/dashboard/./sign-in?token=${link}`);
      await sendRaw(world, `/nowhere/${world.key.replaceAll("_", "%255F")}`);
      await world.process.stop();
      expect(world.process.output()).toContain(" GET /dashboard/./sign-in?[redacted] 400 ");
      expect(world.process.output()).toContain(`/nowhere/postern_${world.keyId}_[redacted] 404 `);
      expect(world.process.output()).not.toMatch(/[^\n\P{Cc}]/u);
    } finally {
      await world.close();
    }
  });
});

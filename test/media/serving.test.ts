import { beforeEach, describe, expect, it } from "vitest";
import { expectProblem } from "../api/world.ts";
import { sound } from "./types/_files.ts";
import { type MediaWorld, openMediaWorld, picture } from "./_media_world.ts";

let opened: MediaWorld;
let path: string;
let hash: string;
const bytes = picture("some bytes");

beforeEach(async () => {
  opened = await openMediaWorld();
  ({ hash } = await opened.media.upload("acme", bytes, { name: "a.png" }));
  path = `/media/acme/${hash}/a.png`;
});

async function get(headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return opened.world.send(method, path, { headers });
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

describe("the address of a file", () => {
  it("responds with its bytes, for ever and for pages of other sites", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(bytes.length),
      etag: `"${hash}"`,
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.has("content-disposition")).toBe(false);
    expect(await bytesOf(response)).toEqual(bytes);
  });

  it("has any name, which is in no header", async () => {
    path = `/media/acme/${hash}/x%0D%0Aset-cookie%3A%20a.html`;
    expect((await get()).status).toBe(400);
    path = `/media/acme/${hash}/evil.html`;
    const response = await get();
    expect(await bytesOf(response)).toEqual(bytes);
    expect(JSON.stringify([...response.headers])).not.toContain("evil");
  });

  it("is an attachment if browsers must not show it", async () => {
    const song = new Uint8Array(sound(5));
    const { hash: ofSong } = await opened.media.upload("acme", song, { name: "a.mp3" });
    path = `/media/acme/${ofSong}/a.mp3`;
    const { headers } = await get();
    expect(headers.get("content-disposition")).toBe("attachment");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  it("responds to HEAD without reading bytes", async () => {
    const [key = ""] = await opened.keys();
    await opened.bytes.delete(key);
    const response = await get({}, "HEAD");
    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  });

  it("responds with 304 to a client that has it, without reading bytes", async () => {
    const [key = ""] = await opened.keys();
    await opened.bytes.delete(key);
    for (const etags of [`"${hash}"`, `"x", W/"${hash}"`, "*"]) {
      expect((await get({ "if-none-match": etags })).status).toBe(304);
    }
  });

  it("responds with the bytes to a client with another version", async () => {
    expect(await bytesOf(await get({ "if-none-match": '"x"' }))).toEqual(bytes);
    await expectProblem(await get({ "if-match": '"x"' }), 412, "precondition-failed");
  });

  it("responds to a range only for the version of the client", async () => {
    const range = "bytes=0-1";
    expect((await get({ range, "if-range": `"${hash}"` })).status).toBe(206);
    expect((await get({ range, "if-range": '"x"' })).status).toBe(200);
    expect((await get({ range, "if-range": `W/"${hash}"` })).status).toBe(200);
    expect((await get({ range, "if-range": "Fri, 01 May 2026 12:30:00 GMT" })).status).toBe(200);
  });

  it("needs no key, and counts none", async () => {
    const { key, id } = await opened.world.createKey();
    expect((await get({ "x-api-key": key })).status).toBe(200);
    expect((await get({ "x-api-key": "wrong" })).status).toBe(200);
    expect(await opened.world.requestsToday(id)).toBe(0);
  });

  it("is unknown for other organizations, other hashes and files whose deletion was forced", async () => {
    await opened.world.createOther();
    for (const wrong of [`/media/b/${hash}/a.png`, "/media/acme/x/a.png", "/media/none/x/a.png"]) {
      const response = await opened.world.get(wrong);
      expect(response.headers.get("cache-control")).toBe("no-store");
      await expectProblem(response, 404, "media-not-found");
    }
    await opened.media.delete({ organizationSlug: "acme", hash }, { force: true });
    await expectProblem(await get(), 404, "media-not-found");
  });

  it("is an error that is reported if the bytes are missing", async () => {
    const [key = ""] = await opened.keys();
    await opened.bytes.delete(key);
    await expectProblem(await get(), 500, "internal-error");
    expect(String(opened.world.errors)).toContain(`the media store has no bytes with the key ${key}`);
  });
});

describe("a server without a media store", () => {
  it("says so", async () => {
    await opened.world.reopen({ adminApi: true });
    const response = await get();
    expect(await expectProblem(response, 404, "media-not-found")).toMatchObject({
      detail: "This server has no media store",
    });
    const { key } = await opened.world.createKey();
    const upload = await opened.world.api.fetch(
      new Request("http://localhost/api/admin/v1/media?name=a.png", {
        method: "POST",
        headers: { "x-api-key": key },
        body: bytes,
      }),
    );
    await expectProblem(upload, 501, "media-unavailable");
    expect(opened.world.api.media).toBeUndefined();
  });
});

describe("an upload over HTTP", () => {
  const send = async (
    query: string,
    body: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const { key } = await opened.world.createKey();
    const url = `http://localhost/api/admin/v1/media${query}`;
    const init = { method: "POST", headers: { "x-api-key": key, ...headers }, body, duplex: "half" };
    return opened.world.api.fetch(new Request(url, init));
  };

  it("responds with the file, and with 200 if it exists", async () => {
    const stream = new Blob([picture("another")]).stream();
    const created = await send("?name=b.png&alt=Boats", stream);
    expect([created.status, await created.json()]).toMatchObject([
      201,
      { name: "b.png", alt: "Boats", width: 2 },
    ]);
    expect((await send("?name=c.png", picture("another"))).status).toBe(200);
  });

  it("is refused with a reason", async () => {
    await expectProblem(await send("", bytes), 400, "invalid-parameter");
    await expectProblem(await send("?name=a.txt", "plain text"), 422, "unsupported-file");
    const form = new FormData();
    form.append("file", new Blob([bytes]));
    await expectProblem(await send("?name=a.png", form), 415, "unsupported-media-type");
    const large = { "content-length": "20000001" };
    await expectProblem(await send("?name=a.png", "x", large), 413, "body-too-large");
  });
});

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { longPost as long, type RawAnswer, StandaloneWorld } from "./standalone_world.ts";
import { curlIsMissing } from "../program_is_missing.ts";
import { until } from "../storage-drivers/_redis_server.ts";

const short = "/api/public/v1/post/acme/short";
let world: StandaloneWorld;
let plain: RawAnswer;

beforeAll(async () => {
  world = await StandaloneWorld.open("--log", "none");
  plain = await world.send(long);
});

async function ask(
  acceptEncoding: string,
  more: Record<string, string> = {},
  method = "GET",
): Promise<RawAnswer> {
  return world.send(long, { "accept-encoding": acceptEncoding, ...more }, method);
}

function withSuffix(etag: string | undefined, encoding: string): string {
  return (etag ?? "").replace(/"$/, `-${encoding}"`);
}

describe("compression", () => {
  it.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["*;q=0, gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["identity, gzip;q=0.5", undefined],
    ["deflate", undefined],
    ["identity", undefined],
    ["gzip;q=0", undefined],
    ["gzip;q=none", undefined],
    ["identity;q=0", undefined],
    ["", undefined],
  ])("responds to Accept-Encoding %j with %s", async (acceptEncoding, encoding) => {
    const answer = await ask(acceptEncoding);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers["content-length"]).toBe(String(answer.body.length));
    expect(answer.headers.vary).toMatch(/(?:^|, )accept-encoding$/);
    const decoded =
      encoding === "br"
        ? brotliDecompressSync(answer.body)
        : encoding === "gzip"
          ? gunzipSync(answer.body)
          : answer.body;
    expect(decoded.equals(plain.body)).toBe(true);
    const { etag } = plain.headers;
    expect(answer.headers.etag).toBe(encoding === undefined ? etag : withSuffix(etag, encoding));
  });

  it("does not compress small responses, unless the client accepts nothing else", async () => {
    const small = await world.send(short, { "accept-encoding": "gzip" });
    expect(small.headers["content-encoding"]).toBeUndefined();
    expect(small.headers.vary).toContain("accept-encoding");
    const forced = await world.send(short, { "accept-encoding": "gzip, identity;q=0" });
    expect(forced.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(forced.body).equals(small.body)).toBe(true);
  });

  it.each(["gzip", "br", "identity"])("returns the headers of GET for HEAD in %s", async (acceptEncoding) => {
    const get = await ask(acceptEncoding);
    const head = await ask(acceptEncoding, {}, "HEAD");
    expect({ ...head.headers, date: "" }).toEqual({
      ...get.headers,
      date: "",
      "x-request-id": head.headers["x-request-id"],
    });
    expect(head.body).toHaveLength(0);
  });

  it.each(["gzip", "br"])("returns 304 if the client has the %s form", async (acceptEncoding) => {
    const { headers } = await ask(acceptEncoding);
    const etag = headers.etag ?? "";
    for (const list of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await ask(acceptEncoding, { "if-none-match": list });
      expect(answer.status).toBe(304);
      expect(answer.headers.etag).toBe(etag);
      expect(answer.headers.vary).toBe(headers.vary);
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.body).toHaveLength(0);
    }
    const modified = headers["last-modified"] ?? "";
    const byDate = (): ReturnType<typeof ask> => ask(acceptEncoding, { "if-modified-since": modified });
    // The date is the start of the server. A date gets 304 once its second is over.
    await until(async () => (await byDate()).status === 304);
    expect((await byDate()).headers.etag).toBe(etag);
  });

  it("sends a different encoding if the client no longer accepts its copy's encoding", async () => {
    const held = withSuffix(plain.headers.etag, "br");
    const answer = await ask("gzip", { "if-none-match": held });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect((await ask("identity", { "if-none-match": held })).status).toBe(200);
    expect((await ask("gzip", { "if-none-match": plain.headers.etag ?? "" })).status).toBe(304);
    expect((await ask("gzip", { "if-none-match": "*" })).status).toBe(304);
    for (const list of ['*, "x"', '"x", *']) {
      expect((await ask("gzip", { "if-none-match": list })).status).toBe(200);
    }
    expect((await ask("gzip", { "if-none-match": `"x,y", ${plain.headers.etag}` })).status).toBe(304);
  });

  it("compresses responses to keys, and neither the dashboard nor responses to other methods", async () => {
    const headers = { "accept-encoding": "br", "x-api-key": world.key };
    const answer = await world.send(long, headers);
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    const page = await world.send("/dashboard/sign-in", headers);
    expect([page.status, page.headers["content-encoding"]]).toEqual([200, undefined]);
    const options = await world.send(long, headers, "OPTIONS");
    expect(options.headers["content-encoding"]).toBeUndefined();
  });

  it("accepts the ETag of any encoding in If-Match", async () => {
    const admin = "/api/admin/v1/posts/short";
    const headers = { "x-api-key": world.key, "accept-encoding": "gzip, identity;q=0" };
    const read = await world.send(admin, headers);
    expect(read.headers.etag).toMatch(/-gzip"$/);
    const init = { "x-api-key": world.key, "if-match": read.headers.etag ?? "" };
    expect((await world.send(admin, init, "DELETE")).status).toBe(204);
  });

  it.skipIf(curlIsMissing())("is understood by curl", async () => {
    const { stdout } = await promisify(execFile)("curl", ["-s", "--compressed", `${world.url}${long}`]);
    expect(stdout).toBe(plain.body.toString());
  });
});

describe("with --compression off", () => {
  it("compresses nothing", async () => {
    const other = await StandaloneWorld.open("--log", "none", "--compression", "off");
    const answer = await other.send(long, { "accept-encoding": "br" });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.vary).not.toContain("accept-encoding");
  });
});

import { connect } from "node:net";
import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { picture } from "../media/_media_world.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { head, rawRequest } from "./raw_request.ts";
import type { HttpSuiteOptions } from "./_http_suite.ts";
import type { RunningHost } from "./start_host.ts";

/** Differences of a runtime, or of its gateway. */
export interface MediaSuiteOptions extends Pick<
  HttpSuiteOptions,
  "hasNoEarlyAnswers" | "forgetsLengthOfHead"
> {
  /** Number of bytes of the file. Default: 3 MB. */
  bytes?: number;
  /** It sends a stream in chunks, without `content-length`. */
  sendsChunks?: boolean;
}

/** Maximum number of bytes of a file at the hosts of the suite. */
const fileBytes = 4_000_000;
const root = "/content/api/admin/v1/media";

/** A file of the API, as an upload responds. */
interface Uploaded {
  url: string;
  bytes: number;
  hash: string;
}

/**
 * Tests uploads and reads of files over a real socket, on any runtime. Each runtime's test is one call.
 *
 * @param open starts the host of `hosts/media_app.js` or `hosts/media_worker.js` with an empty store
 */
export function describeMedia(
  name: string,
  open: () => Promise<RunningHost>,
  {
    bytes = 3_000_000,
    hasNoEarlyAnswers = false,
    forgetsLengthOfHead = false,
    sendsChunks = false,
  }: MediaSuiteOptions = {},
): void {
  // oxlint-disable-next-line vitest/valid-title -- it is a string, whatever it is called
  describe(name, () => {
    const host = startForSuite(open);
    const file = picture("0123456789".repeat(bytes / 10));
    let key: string;
    let stored: Uploaded;
    let created: Response;
    const upload = async (body: BodyInit, file = "a.png"): Promise<Response> =>
      fetch(`${host().url}${root}?name=${file}`, {
        method: "POST",
        headers: { "x-api-key": key },
        body,
        duplex: "half",
      } as RequestInit);
    const get = async (headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
      fetch(new URL(stored.url, host().url), { method, headers });
    const names = async (): Promise<string[]> => {
      const response = await fetch(`${host().url}${root}`, { headers: { "x-api-key": key } });
      return ((await response.json()) as { media: { name: string }[] }).media.map((one) => one.name);
    };
    beforeAll(async () => {
      const seeded = (await (await fetch(`${host().url}/host/seed`)).json()) as { editor: { key: string } };
      ({ key } = seeded.editor);
      created = await upload(inParts(file));
      stored = (await created.clone().json()) as Uploaded;
    });

    it("stores a file that arrives in parts, without a length", async () => {
      expect([created.status, stored]).toMatchObject([201, { bytes: file.length, width: 2, height: 3 }]);
      expect((await upload(file)).status).toBe(200);
    });

    it("sends the file byte by byte", async () => {
      const response = await get();
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "image/png",
        "cache-control": "public, max-age=31536000, immutable",
        "accept-ranges": "bytes",
      });
      expect(response.headers.get("content-length")).toBe(sendsChunks ? null : String(file.length));
      expect(isEqual(await bytesOf(response), file)).toBe(true);
    });

    it.each<[range: string, start: number, end: number]>([
      ["bytes=0-0", 0, 0],
      ["bytes=65530-65545", 65_530, 65_545],
      [`bytes=${file.length - 5}-`, file.length - 5, file.length - 1],
      ["bytes=-1", file.length - 1, file.length - 1],
      [`bytes=100000-${file.length + 10}`, 100_000, file.length - 1],
    ])("sends the range %s", async (range, start, end) => {
      const response = await get({ range });
      const { status, headers } = response;
      expect([status, headers.get("content-range")]).toEqual([206, `bytes ${start}-${end}/${file.length}`]);
      expect(headers.get("content-length")).toBe(sendsChunks ? null : String(end - start + 1));
      expect(isEqual(await bytesOf(response), file.subarray(start, end + 1))).toBe(true);
    });

    it("refuses a range after the end", async () => {
      const { status, headers } = await get({ range: `bytes=${file.length}-` });
      expect([status, headers.get("content-range")]).toEqual([416, `bytes */${file.length}`]);
    });

    it("responds to HEAD with the length, and without the bytes", async () => {
      const { status, headers, body } = await get({}, "HEAD");
      const length = forgetsLengthOfHead ? [null, "0"] : [String(file.length)];
      expect([status, length.includes(headers.get("content-length")), body]).toEqual([200, true, null]);
    });

    it("responds with 304 and 412", async () => {
      const etag = `"${stored.hash}"`;
      const current = await get({ "if-none-match": etag });
      expect([current.status, current.headers.get("etag"), await current.text()]).toEqual([304, etag, ""]);
      expect((await get({ "if-match": '"x"' })).status).toBe(412);
      expect((await get({ "if-none-match": '"x"' })).status).toBe(200);
    });

    it.runIf(hasNoEarlyAnswers)("refuses a file above the limit", async () => {
      const response = await upload(picture("x".repeat(fileBytes)), "large.png");
      expect([response.status, (await response.json()) as unknown]).toMatchObject([
        413,
        { code: "body-too-large" },
      ]);
    });

    const begin = (...headers: string[]): string =>
      head(`POST ${root}?name=large.png`, `x-api-key: ${key}`, ...headers);
    it.skipIf(hasNoEarlyAnswers)("refuses a file by its announced length, before it arrives", async () => {
      const answer = await rawRequest(host().url, begin(`content-length: ${fileBytes + 1}`));
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('"code":"body-too-large"');
    });

    it.skipIf(hasNoEarlyAnswers)("refuses a file without a length as soon as it is too large", async () => {
      const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
      // The end of the body is not sent.
      const sent = chunk.repeat(Math.ceil(fileBytes / 65_536) + 1);
      expect(await rawRequest(host().url, begin("transfer-encoding: chunked") + sent)).toMatch(
        /^HTTP\/1\.1 413 /,
      );
    });

    it("stores nothing of an upload whose client leaves", async () => {
      const { hostname, port } = new URL(host().url);
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(head(`POST ${root}?name=left.png`, `x-api-key: ${key}`, "content-length: 100000"));
      await new Promise<void>((resolve) => void socket.write(file.subarray(0, 50_000), () => resolve()));
      socket.destroy();
      expect(await names()).toEqual(["a.png"]);
    });
  });
}

/** Streams a file in parts of 50 KB. */
function inParts(file: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(file.slice(at, (at += 50_000)));
      if (at >= file.length) controller.close();
    },
  });
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

/** Compares long bytes. The report of a failed comparison would have megabytes. */
function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

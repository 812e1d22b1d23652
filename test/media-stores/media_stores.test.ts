import { createRequire } from "node:module";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createStorage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { afterEach, describe, expect, it } from "vitest";
import { filesMedia } from "../../media-stores/files.ts";
import { openMediaStore } from "../../media-stores/open_media_store.ts";
import { type R2BucketLike, r2Media } from "../../media-stores/r2.ts";
import { s3Media, S3MediaError } from "../../media-stores/s3.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { ManualClock } from "../manual_clock.ts";
import { programs } from "../runtimes/programs.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { bytesIn, describeMediaBytes, sample } from "./_media_bytes_suite.ts";
import { startS3 } from "./_s3_server.ts";

describeMediaBytes("files", async () => {
  const { path, remove } = temporaryDirectory();
  return { bytes: filesMedia({ path: join(path, "media") }), close: remove };
});

describeMediaBytes("S3", async () => {
  const { options, close } = await startS3();
  return { bytes: s3Media(options), close };
});

describeMediaBytes("a part of a bucket of S3", async () => {
  const { options, close } = await startS3();
  await s3Media(options).put("elsewhere/00.1", new Blob([sample(1)]));
  return { bytes: s3Media({ ...options, url: `${options.url}/sites/one` }), close };
});

describeMediaBytes("unstorage in memory", async () => {
  const storage = createStorage();
  return { bytes: unstorageMedia(storage), close: () => storage.dispose() };
});

describeMediaBytes("unstorage in files", async () => {
  const { path, remove } = temporaryDirectory();
  return { bytes: unstorageMedia(createStorage({ driver: fsDriver({ base: path }) })), close: remove };
});

interface MiniflareWithBucket {
  getR2Bucket(name: string): Promise<R2BucketLike>;
  dispose(): Promise<void>;
}

describe.skipIf(!existsSync(join(programs, "node_modules/miniflare")))("with Miniflare", () => {
  describeMediaBytes("R2", async () => {
    const { Miniflare } = createRequire(join(programs, "package.json"))("miniflare") as {
      Miniflare: new (options: object) => MiniflareWithBucket;
    };
    const script = "export default { fetch: () => new Response() }";
    const miniflare = new Miniflare({ modules: true, script, r2Buckets: ["MEDIA"] });
    return { bytes: r2Media(await miniflare.getR2Bucket("MEDIA")), close: async () => miniflare.dispose() };
  });
});

describe("files", () => {
  const directory = temporaryDirectory();
  afterEach(directory.remove);

  it("that were not finished are removed a day later, and are never listed", async () => {
    const clock = new ManualClock();
    const bytes = filesMedia({ path: directory.path, clock });
    const unfinished = join(directory.path, ".unfinished");
    const seconds = clock.now() / 1000;
    for (const name of ["old", "new"]) writeFileSync(join(unfinished, name), "part");
    utimesSync(join(unfinished, "old"), seconds - 86_401, seconds - 86_401);
    utimesSync(join(unfinished, "new"), seconds, seconds);
    expect(await bytes.list({ limit: 10 })).toEqual({ keys: [], next: null });
    expect(readdirSync(unfinished)).toEqual(["new"]);
  });

  it("leave out what other programs keep beside them", async () => {
    mkdirSync(directory.path, { recursive: true });
    const bytes = filesMedia({ path: directory.path });
    writeFileSync(join(directory.path, "lost+found"), "");
    await bytes.put("acme/aa.1", new Blob([sample(3)]));
    writeFileSync(join(directory.path, "acme", "aa", ".DS_Store"), "");
    expect((await bytes.list({ limit: 10 })).keys).toEqual(["acme/aa.1"]);
  });

  it("are listed by page with organizations whose names begin alike", async () => {
    const bytes = filesMedia({ path: directory.path });
    const stored = ["b-2/aa.1", "b-2/ab.1", "b/aa.1", "b/ab.1"];
    for (const key of stored) await bytes.put(key, new Blob([sample(3)]));
    const first = await bytes.list({ limit: 3 });
    const second = await bytes.list({ limit: 3, after: first.next ?? "" });
    expect([...first.keys, ...second.keys].toSorted()).toEqual(stored);
    expect(second.next).toBeNull();
  });

  it("have no place outside of the directory", async () => {
    const bytes = filesMedia({ path: directory.path });
    await expect(bytes.get("../secret")).rejects.toThrow("key must be a key of a file");
    await expect(bytes.put("acme/../../x", new Blob([]))).rejects.toThrow("key must be a key of a file");
  });
});

describe("S3", () => {
  const options = { url: "https://s3.example/bucket", accessKeyId: "AKID", secretAccessKey: "the-secret" };
  const put = async (respond: (request: Request) => Response): Promise<void> =>
    s3Media({ ...options, fetch: async (input) => respond(input as Request) }).put(
      "acme/aa.1",
      new Blob([sample(10)]),
    );

  it("gets the length of a body, and a signature without the secret", async () => {
    let headers = new Headers();
    await put((request) => {
      ({ headers } = request);
      return new Response(null);
    });
    expect(headers.get("content-length")).toBe("10");
    expect(headers.get("authorization")).toContain("Credential=AKID/");
    expect(JSON.stringify([...headers])).not.toContain("the-secret");
  });

  it("is asked again after an error of the service, and not after a refusal", async () => {
    const statuses = [503, 500, 200];
    await put(() => new Response(null, { status: statuses.shift() ?? 0 }));
    expect(statuses).toEqual([]);
    let requests = 0;
    const refused = put(() => {
      requests++;
      return new Response("<Error><Code>AccessDenied</Code></Error>", { status: 403 });
    });
    await expect(refused).rejects.toThrow(
      "Cannot store a file in the bucket: the service responded with 403 (AccessDenied)",
    );
    expect(requests).toBe(1);
  });

  const whole = sample(100);
  it.each<[what: string, status: number, range: string | undefined, body: Uint8Array<ArrayBuffer>]>([
    ["exactly the range", 206, "bytes 10-19/100", whole.subarray(10, 20)],
    ["more after it", 206, "bytes 10-99/100", whole.subarray(10)],
    ["more around it", 206, "bytes 5-30/100", whole.subarray(5, 31)],
    ["the whole file", 200, undefined, whole],
  ])("may respond to a range with %s", async (_what, status, range, body) => {
    const headers = range === undefined ? {} : { "content-range": range };
    const chunks = [body.slice(0, 7), body.slice(7, 16), body.slice(16)];
    const bytes = s3Media({
      ...options,
      fetch: async () => new Response(new Blob(chunks).stream(), { status, headers }),
    });
    const part = await bytes.get("acme/aa.1", { start: 10, end: 19 });
    expect(await bytesIn(part)).toEqual(whole.subarray(10, 20));
  });

  it.each(["bytes 11-19/100", "bytes */100", ""])(
    "that responds with the range %o is an error",
    async (range) => {
      const headers = { "content-range": range };
      const bytes = s3Media({ ...options, fetch: async () => new Response("x", { status: 206, headers }) });
      const reading = bytes.get("acme/aa.1", { start: 10, end: 19 });
      await expect(reading).rejects.toThrow("the service responded with another range than 10-19");
    },
  );

  it("that does not respond is an error with its origin", async () => {
    const bytes = s3Media({
      ...options,
      timeoutMs: 1,
      fetch: async (input) =>
        new Promise((_, reject) => {
          const { signal } = input as Request;
          const stop = (): void => reject(new Error("aborted"));
          if (signal.aborted) stop();
          else signal.addEventListener("abort", stop);
        }),
    });
    const error: unknown = await bytes.get("acme/aa.1").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(S3MediaError);
    expect(String(error)).toContain("Cannot read a file at https://s3.example: it does not respond");
  });

  it.each(["https://s3.example", "ftp://s3.example/b", "https://s3.example/b?x=1", "s3.example/b"])(
    "refuses the URL %s",
    (url) => {
      expect(() => s3Media({ ...options, url })).toThrow("url must be the URL of a bucket");
    },
  );
});

describe("the setting of a media store", () => {
  it("opens files", async () => {
    const { path, remove } = temporaryDirectory();
    const bytes = await openMediaStore(`fs:${path}`);
    await bytes.put("acme/aa.1", new Blob([sample(3)]));
    expect(await bytesIn(await bytes.get("acme/aa.1"))).toEqual(sample(3));
    remove();
  });

  it.each(["media", "ftp:media", "fs:", ""])("cannot be %o", async (setting) => {
    await expect(openMediaStore(setting)).rejects.toThrow("of one of the forms fs:DIRECTORY, s3:URL");
  });
});

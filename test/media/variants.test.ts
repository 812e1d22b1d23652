import sharp from "sharp";
import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { sharpResizer } from "../../adapters/node.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import {
  type MediaBytes,
  mediaStore,
  type MediaStoreOptions,
  type PictureResizer,
  type UploadedMedia,
} from "../../lib/media/mod.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";
import { gradient, svg } from "./types/_files.ts";

interface Site {
  api: PublicApi;
  clock: ManualClock;
  bytes: MediaBytes;
  errors: unknown[];
  /** Opens another process over the same stores. */
  open: (options: MediaStoreOptions) => PublicApi;
  get: (url: string, api?: PublicApi) => Promise<Response>;
}

async function siteOf(options: MediaStoreOptions): Promise<Site> {
  const clock = new ManualClock();
  const [storage, bytes] = [memoryDriver({ clock }), unstorageMedia(createStorage())];
  const errors: unknown[] = [];
  const open = (mediaOptions: MediaStoreOptions): PublicApi => {
    const media = mediaStore(bytes, { mediaOrigin: "https://media.example", ...mediaOptions });
    return createPublicApi({ storage, media, clock, onError: (error) => errors.push(error) });
  };
  const api = open(options);
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  return { api, clock, bytes, errors, open, get: async (url, other = api) => other.fetch(new Request(url)) };
}

async function upload(
  { api }: Site,
  name: string,
  bytes: Uint8Array | Promise<Uint8Array>,
): Promise<UploadedMedia> {
  const uploaded = await api.media?.upload("acme", new Uint8Array(await bytes), { name });
  if (uploaded === undefined) throw new Error("The API has no media store");
  return uploaded;
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

const photo = (width = 1000): Promise<Uint8Array> => gradient(width, 50).jpeg().toBuffer();

/** A resizer that makes one byte of each copy, and counts the calls. */
function countingResizer(): PictureResizer & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    resize: async (_bytes, { width, format }) => {
      calls.push(`${width} ${format}`);
      return new Uint8Array([calls.length]);
    },
  };
}

describe("copies of a picture", () => {
  it("have a width of the ladder, the wanted format, and are never larger than the picture", async () => {
    const site = await siteOf({ resizer: sharpResizer() });
    const { url } = await upload(site, "photo.jpg", photo());
    const shown = async (query: string): Promise<unknown[]> => {
      const response = await site.get(`${url}?${query}`);
      const bytes = await bytesOf(response);
      const { width, height, format } = await sharp(bytes).metadata();
      expect(response.headers.get("content-length")).toBe(String(bytes.length));
      expect(response.headers.get("cache-control")).toMatch(/immutable/);
      return [
        response.headers.get("content-type"),
        format,
        width,
        height,
        response.headers.get("etag")?.slice(41),
      ];
    };
    expect(await shown("w=320")).toEqual(["image/jpeg", "jpeg", 320, 16, '-320.jpeg"']);
    expect(await shown("w=640&format=webp")).toEqual(["image/webp", "webp", 640, 32, '-640.webp"']);
    expect(await shown("w=320&format=avif")).toEqual(["image/avif", "heif", 320, 16, '-320.avif"']);
    expect(await shown("w=2560")).toEqual(["image/jpeg", "jpeg", 1000, 50, '-1280.jpeg"']);
    expect(await shown("format=webp")).toEqual(["image/webp", "webp", 1000, 50, '-1280.webp"']);
    expect(await shown("")).toEqual(["image/jpeg", "jpeg", 1000, 50, '"']);
  });

  it("are upright, and have no metadata", async () => {
    const site = await siteOf({ resizer: sharpResizer() });
    const picture = gradient(400, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { url, width, height } = await upload(site, "photo.jpg", picture);
    expect([width, height]).toEqual([100, 400]);
    const copy = await bytesOf(await site.get(`${url}?w=320&format=webp`));
    expect(await sharp(copy).metadata()).toMatchObject({ width: 100, height: 400 });
    expect((await sharp(copy).metadata()).exif).toBeUndefined();
  });

  it.each([
    ["w=500", "w must be one of 320, 640, 960, 1280, 1920, 2560"],
    ["w=0320", "w must be one of 320"],
    ["w=320&w=640", "w must be given at most once"],
    ["w=320&format=gif", "format must be webp or avif"],
    ["width=320", '"width" is unknown: the endpoint takes w, format'],
  ])("%s is refused", async (query, detail) => {
    const site = await siteOf({ resizer: countingResizer() });
    const { url } = await upload(site, "photo.jpg", photo());
    const response = await site.get(`${url}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(detail.replaceAll('"', String.raw`\"`));
  });

  it("are made once, also for concurrent requests and other processes", async () => {
    const resizer = countingResizer();
    const site = await siteOf({ resizer });
    const { url } = await upload(site, "photo.jpg", photo());
    const query = `${url}?w=320&format=webp`;
    const responses = await Promise.all([site.get(query), site.get(query), site.get(query)]);
    responses.push(await site.get(query), await site.get(query, site.open({ resizer })));
    expect(await Promise.all(responses.map(async (response) => [...(await bytesOf(response))]))).toEqual(
      responses.map(() => [1]),
    );
    await site.get(`${url}?w=1280`);
    await site.get(`${url}?w=2560`);
    expect(resizer.calls).toEqual(["320 webp", "1280 jpeg"]);
  });

  it("are sent whole after processes with different encoders made them at the same time", async () => {
    const resizerOf = (length: number): PictureResizer => ({
      resize: async () => new Uint8Array(length).fill(length),
    });
    const site = await siteOf({ resizer: resizerOf(1) });
    const other = site.open({ resizer: resizerOf(2) });
    const { url, bytes } = await upload(site, "photo.jpg", photo());
    const query = `${url}?w=320&format=webp`;
    const responses = await Promise.all([site.get(query), site.get(query, other)]);
    responses.push(await site.get(query), await site.get(query, other));
    const used = (await site.api.media?.usage("acme"))?.bytes ?? 0;
    for (const response of responses) {
      expect(response.headers.get("content-length")).toBe(String(used - bytes));
      expect([...(await bytesOf(response))]).toEqual(Array(used - bytes).fill(used - bytes));
    }
    expect(await site.api.media?.sweep()).toMatchObject({ kept: 2, waiting: 1 });
  });

  it.each([
    [1, "the same length"],
    [7, "another length"],
  ])("are made again if the media store lacks their bytes, with %i bytes: %s", async (length) => {
    const resizerOf = (size: number): PictureResizer => ({ resize: async () => new Uint8Array(size) });
    const site = await siteOf({ resizer: resizerOf(1) });
    const { url, bytes } = await upload(site, "photo.jpg", photo());
    const query = `${url}?w=320`;
    await bytesOf(await site.get(query));
    const { keys } = await site.bytes.list({ limit: 10 });
    const copy = keys.find((key) => key.endsWith(".320.jpeg")) ?? "";
    // An earlier version gave the bytes of a copy this key.
    await site.bytes.put(copy.replace(".1.320.", ".320."), new Blob([new Uint8Array(1)]));
    await site.bytes.delete(copy);
    const later = site.open({ resizer: resizerOf(length) });
    const read = async (): Promise<number[]> => {
      const response = await site.get(query, later);
      return [response.status, (await bytesOf(response)).length];
    };
    expect([await read(), await read()]).toEqual([
      [200, length],
      [200, length],
    ]);
    expect((await later.media?.usage("acme"))?.bytes).toBe(bytes + length);
    site.clock.advance(1000);
    expect(await later.media?.sweep()).toMatchObject({ kept: 2, waiting: 1 });
    expect(site.errors).toEqual([]);
  });

  it("count as bytes of the organization until the picture is deleted, and are then swept", async () => {
    const site = await siteOf({ resizer: countingResizer() });
    const { url, hash, bytes } = await upload(site, "photo.jpg", photo());
    const used = async (): Promise<number | undefined> => (await site.api.media?.usage("acme"))?.bytes;
    await site.get(`${url}?w=320`);
    await site.get(`${url}?w=640`);
    expect(await used()).toBe(bytes + 2);
    await site.api.media?.delete({ organizationSlug: "acme", hash });
    expect(await used()).toBe(0);
    await site.api.media?.sweep();
    site.clock.advance(25 * 60 * 60 * 1000);
    expect(await site.api.media?.sweep()).toEqual({ removed: 3, waiting: 0, kept: 0, restored: 0 });
  });

  it("are restored with the picture, and not kept while it is deleted", async () => {
    const resizer = countingResizer();
    const site = await siteOf({ resizer });
    const { url, hash, bytes } = await upload(site, "photo.jpg", photo());
    const lengthOf = async (query: string): Promise<number> =>
      (await bytesOf(await site.get(`${url}${query}`))).length;
    expect(await lengthOf("?w=320")).toBe(1);
    await site.api.media?.delete({ organizationSlug: "acme", hash });
    expect([await lengthOf("?w=320"), await lengthOf("?w=640")]).toEqual([1, bytes]);
    await site.api.posts.create("acme", { name: "P", html: `<img src="${url}" alt="">` });
    expect(await site.api.media?.sweep()).toMatchObject({ waiting: 1, restored: 1 });
    expect((await site.api.media?.usage("acme"))?.bytes).toBe(bytes + 1);
    expect(await lengthOf("?w=320")).toBe(1);
  });
});

describe("the picture itself is shown", () => {
  const expectOriginal = async (response: Response, bytes: number): Promise<void> => {
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=600"]);
    expect((await bytesOf(response)).length).toBe(bytes);
  };

  it("without a resizer", async () => {
    const site = await siteOf({});
    const { url, bytes } = await upload(site, "photo.jpg", photo());
    await expectOriginal(await site.get(`${url}?w=320`), bytes);
  });

  it("if a copy does not fit into the organization's space", async () => {
    const picture = await photo();
    const resizer = countingResizer();
    const site = await siteOf({ resizer, organizationBytes: picture.length });
    const { url, bytes } = await upload(site, "photo.jpg", picture);
    await expectOriginal(await site.get(`${url}?w=320`), bytes);
    await expectOriginal(await site.get(`${url}?w=320`), bytes);
    expect(resizer.calls).toHaveLength(1);
    expect(await site.api.media?.sweep()).toMatchObject({ waiting: 0, kept: 1 });
  });

  it("for 10 minutes after a copy could not be made", async () => {
    const failure = new Error("The picture is damaged");
    let calls = 0;
    const resize = async (): Promise<never> => {
      calls++;
      throw failure;
    };
    const site = await siteOf({ resizer: { resize } });
    const { url, bytes } = await upload(site, "photo.jpg", photo());
    await expectOriginal(await site.get(`${url}?w=320`), bytes);
    site.clock.advance(9 * 60 * 1000);
    await expectOriginal(await site.get(`${url}?w=320`), bytes);
    expect([calls, site.errors]).toEqual([1, [failure]]);
    site.clock.advance(60 * 1000);
    await expectOriginal(await site.get(`${url}?w=320`), bytes);
    expect(calls).toBe(2);
  });

  it("if it is a drawing or an animation, for good", async () => {
    const resizer = countingResizer();
    const site = await siteOf({ resizer });
    const { url } = await upload(site, "logo.svg", svg("<g/>"));
    const response = await site.get(`${url}?w=320`);
    expect([response.headers.get("content-type"), resizer.calls]).toEqual(["image/svg+xml", []]);
    expect(response.headers.get("cache-control")).toMatch(/immutable/);
  });
});

it("too many waiting pictures are refused for a second", async () => {
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let running = 0;
  let most = 0;
  const resize: PictureResizer["resize"] = async () => {
    most = Math.max(most, ++running);
    await finished;
    running--;
    return new Uint8Array([1]);
  };
  const site = await siteOf({ resizer: { resize } });
  const pictures = await Promise.all(
    [2400, 2401, 2402].map((width) => upload(site, "photo.jpg", photo(width))),
  );
  const queries = [320, 640, 960, 1280, 1920, 2560].flatMap((width) =>
    ["", "&format=webp", "&format=avif"].map((format) => `w=${width}${format}`),
  );
  const urls = pictures.flatMap(({ url }) => queries.map((query) => `${url}?${query}`));
  const pending = urls.map((url) => site.get(url));
  const first = await Promise.any(
    pending.map(async (request) => {
      const response = await request;
      if (response.status !== 503) throw new Error(`The status is ${response.status}`);
      return response;
    }),
  );
  expect(first.headers.get("retry-after")).toBe("1");
  expect(await first.text()).toContain("50 pictures are waiting to be resized");
  finish();
  const statuses = (await Promise.all(pending)).map(({ status }) => status);
  expect([most, statuses.filter((status) => status === 503).length]).toEqual([2, 2]);
});

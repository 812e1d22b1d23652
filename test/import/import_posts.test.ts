import { describe, expect, it, vi } from "vitest";
import { type ImportItem, importPosts, type ImportReport } from "../../lib/import/mod.ts";
import { createPublicApi, type PublicApi, type TextWorker } from "../../lib/mod.ts";
import { TextWorkStoppedError } from "../../lib/base/text_work_errors.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { importItems, newApi, postOf } from "./_import.ts";
import { acmePost } from "../acme.ts";

const place = { file: "export" };

describe("an import that is stopped", () => {
  it("by its signal while a file is read finishes pending writes, and reports that it is incomplete", async () => {
    const api = await newApi();
    const stop = new AbortController();
    // oxlint-disable-next-line require-await -- readers are asynchronous
    async function* items(): AsyncGenerator<ImportItem> {
      yield { kind: "post", input: { name: "One", html: "<p>One</p>" }, place };
      stop.abort();
      stop.signal.throwIfAborted();
    }
    const options = { organizationSlug: "acme", signal: stop.signal };
    const summary = await importPosts(api.posts, items(), options);
    expect(summary).toMatchObject({
      imported: 1,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      lost: 0,
      isComplete: false,
    });
    expect(await postOf(api, "one")).not.toBeNull();
  });

  it("still fails with an error of the reader", async () => {
    const api = await newApi();
    const stop = new AbortController();
    // oxlint-disable-next-line require-await, require-yield -- readers are asynchronous
    async function* items(): AsyncGenerator<ImportItem> {
      stop.abort();
      throw new Error("no disk");
    }
    const options = { organizationSlug: "acme", signal: stop.signal };
    await expect(importPosts(api.posts, items(), options)).rejects.toThrow("no disk");
  });
});

describe("an import of several posts at a time", () => {
  const posts = (...names: string[]): ImportItem[] =>
    names.map((name) => ({ kind: "post", input: { name, html: name }, place }));
  const numbered = Array.from({ length: 20 }, (_, index) => `Post ${index}`);

  async function count(api: PublicApi): Promise<number> {
    let found = 0;
    for await (const _post of api.posts.iterate("acme")) found++;
    return found;
  }

  it("imports the first of equal slugs and skips the others with onConflict skip", async () => {
    const api = await newApi();
    const items = [
      ...posts("Hello", "hello!"),
      { kind: "post", input: { name: "Other", slug: "hello" }, place } as const,
      ...posts("!?", "?!"),
    ];
    const taken = 'skipped export: another post in this import has the slug "hello"';
    const nameless = "skipped export: slug is required, because the name has neither letters nor digits";
    for (const outcome of ["created", "unchanged"]) {
      const lines = await importItems(api, items, { concurrency: 8, onConflict: "skip" });
      expect(lines.toSorted()).toEqual([`${outcome} hello`, taken, taken, nameless, nameless].toSorted());
    }
    expect((await postOf(api, "hello"))?.html).toBe("Hello");
  });

  it("finishes pending writes and throws the reason if the store fails", async () => {
    const api = await newApi();
    const put = api.posts.put.bind(api.posts);
    vi.spyOn(api.posts, "put").mockImplementation(async (slug, input, options) => {
      if (input.name === "Post 5") throw new Error("no disk");
      return put(slug, input, options);
    });
    const options = { organizationSlug: "acme", concurrency: 4 };
    await expect(importPosts(api.posts, posts(...numbered), options)).rejects.toThrow("no disk");
    expect(await count(api)).toBeGreaterThan(4);
    expect(await count(api)).toBeLessThan(12);
  });

  it("fails with the error of its listener, without unhandled rejections", async () => {
    const api = await newApi();
    const unhandled = vi.fn<() => void>();
    process.on("unhandledRejection", unhandled);
    const onReport = (): void => {
      throw new Error("no terminal");
    };
    async function* items(): AsyncGenerator<ImportItem> {
      yield { kind: "note", text: "A draft", place };
      for (const item of posts(...numbered)) {
        await new Promise((resolve) => void setImmediate(resolve));
        yield item;
      }
    }
    const options = { organizationSlug: "acme", concurrency: 50, onReport };
    await expect(importPosts(api.posts, items(), options)).rejects.toThrow("no terminal");
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(await count(api)).toBeLessThan(20);
  });

  it.each([true, false])(
    "reports in the order of the items, also if the last is written first (dryRun: %s)",
    async (dryRun) => {
      const items: ImportItem[] = numbered.flatMap((name, line) => [
        {
          kind: "post",
          key: `${line % 15}`,
          input: { name: line % 3 === 0 ? "Taken" : name, html: `<h4>Why ${line}?</h4>`, inLanguage: "en" },
          place: { file: "export", line },
        },
        { kind: "note", text: `Note ${line}`, place: { file: "export", line } },
      ]);
      const run = async (api: PublicApi, concurrency: number): Promise<unknown[]> => {
        const reports: unknown[] = [];
        const onReport = (report: ImportReport): number => reports.push(report);
        const options = { organizationSlug: "acme", source: "test", faq: {}, dryRun, onReport, concurrency };
        return [await importPosts(api.posts, items, options), reports];
      };
      const [inTurn, reversed] = [await newApi(), await newApi()];
      const waiting: (() => void)[] = [];
      const put = reversed.posts.put.bind(reversed.posts);
      vi.spyOn(reversed.posts, "put").mockImplementation(async (...call) => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === numbered.length) waiting.pop()?.();
        });
        return put(...call).finally(() => waiting.pop()?.());
      });
      expect(await run(reversed, 100)).toEqual(await run(inTurn, 1));
    },
  );

  it("skips a post that takes too long to read, and imports the others", async () => {
    const stopped = new TextWorkStoppedError("takes longer than 2000 ms to read");
    const textWorker: TextWorker = { run: () => Promise.reject(stopped) };
    const api = createPublicApi({ storage: memoryDriver(), textWorker });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const long: ImportItem = {
      kind: "post",
      input: { name: "Long", html: "<p>a</p>".repeat(20_000) },
      place,
    };
    const lines = await importItems(api, [...posts("One"), long, ...posts("Two")], { concurrency: 8 });
    expect(lines).toEqual(["created one", `skipped export: ${stopped.message}`, "created two"]);
  });

  it("is refused with a concurrency out of its range", async () => {
    const api = await newApi();
    await expect(importPosts(api.posts, [], { organizationSlug: "acme", concurrency: 1001 })).rejects.toThrow(
      "Cannot import: concurrency must be a whole number from 1 to 1000, and is 1001",
    );
  });
});

describe("an import of a post whose script does not match its language tag", () => {
  const html = `<p>${"吾輩は猫である。名前はまだ無い。".repeat(5)}</p>`;
  const posts: ImportItem[] = [
    { kind: "post", input: { name: "Cat", html, inLanguage: "ja" }, place },
    { kind: "post", input: { name: "Tagged", html, inLanguage: "en-US" }, place },
    { kind: "post", input: { name: "Inherited", html }, place },
  ];

  it.each([true, false])("reports a warning (dryRun: %s)", async (dryRun) => {
    const warning = "warning export: /inLanguage is en-US, but the text is mostly Japanese. Set it to ja";
    expect(await importItems(await newApi(), posts, { dryRun })).toEqual([
      "created cat",
      "created tagged",
      warning,
      "created inherited",
      warning,
    ]);
  });

  it("warns again if nothing has changed", async () => {
    const api = await newApi();
    await importItems(api, posts);
    expect(await importItems(api, posts)).toContainEqual(expect.stringContaining("warning export"));
  });
});

describe("the date of publication of an imported post", () => {
  const articleOf = async (api: PublicApi): Promise<Record<string, unknown>> => {
    const response = await api.fetch(new Request("http://localhost/api/public/v1/post/acme/one"));
    const { structuredData } = (await response.json()) as {
      structuredData: { article: Record<string, unknown> };
    };
    return structuredData.article;
  };
  const item = (input: object): ImportItem[] => [{ kind: "post", input: { name: "One", ...input }, place }];
  const publishedAt = "2020-02-02T00:00:00.000Z";

  it("is omitted from the Article while only the time of the import is known", async () => {
    const api = await newApi();
    expect(await importItems(api, item({}))).toEqual(["created one"]);
    expect(await articleOf(api)).not.toHaveProperty("datePublished");
    expect(await importItems(api, item({}))).toEqual(["unchanged one"]);
    await api.posts.update(acmePost("one"), { tags: ["a"] });
    expect(await articleOf(api)).not.toHaveProperty("datePublished");
    await api.posts.put("acme", { name: "One", html: "another text" });
    expect(await articleOf(api)).not.toHaveProperty("datePublished");
  });

  it.each<[name: string, write: (api: PublicApi) => Promise<unknown>]>([
    ["an import", async (api) => importItems(api, item({ publishedAt }))],
    ["a change", async (api) => api.posts.update(acmePost("one"), { publishedAt })],
  ])("is shown after %s that sets it", async (_name, write) => {
    const api = await newApi();
    await importItems(api, item({}));
    await write(api);
    expect(await articleOf(api)).toMatchObject({ datePublished: publishedAt });
  });

  it("is shown if the import has it", async () => {
    const api = await newApi();
    await importItems(api, item({ publishedAt }));
    expect(await articleOf(api)).toMatchObject({ datePublished: publishedAt });
  });

  it("is the time at which an imported draft is published", async () => {
    const api = await newApi();
    await importItems(api, item({ status: "draft" }));
    const { publishedAt: time } = await api.posts.update(acmePost("one"), { status: "published" });
    expect(await articleOf(api)).toMatchObject({ datePublished: time });
  });
});

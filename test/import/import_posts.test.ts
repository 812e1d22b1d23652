import { describe, expect, it } from "vitest";
import { type ImportItem, importPosts } from "../../lib/import/mod.ts";
import { newApi } from "./_import.ts";

const place = { file: "export" };

describe("an import that is stopped", () => {
  it("by its signal while a file is read ends with what was begun, and says that it is not complete", async () => {
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
    expect(summary).toEqual({ imported: 1, updated: 0, unchanged: 0, skipped: 0, isComplete: false });
    expect(await api.posts.get("acme", "one")).not.toBeNull();
  });

  it("fails by an error of the reader all the same", async () => {
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

import { describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type Post } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";

/** A host whose only post can change right after the host has compared its version, before the result arrives. */
class EditedHost {
  #version = 1;
  #isEditedAfterNextCheck = false;
  readonly #isRemote: boolean;

  /** @param isRemote true if the result of a comparison arrives in a later turn of the event loop, as across a network */
  constructor(isRemote: boolean) {
    this.#isRemote = isRemote;
  }

  editAfterNextCheck(): void {
    this.#isEditedAfterNextCheck = true;
  }

  get source(): ContentSource {
    return {
      findOrganization: () => ({ ...hostOrganization, version: "1" }),
      getPost: () => this.#post,
      listPosts: async () => ({ posts: [this.#post], next: null }),
      ...this.#versionMethods,
    };
  }

  get #post(): Post {
    const version = String(this.#version);
    return { id: 1, name: `Version ${version}`, slug: "hello", html: "<p>Hello</p>", version };
  }

  /** The optional methods for comparing versions. */
  get #versionMethods(): Partial<ContentSource> {
    return {
      revision: () => this.#send(this.#check()),
    };
  }

  #check(): string {
    const version = String(this.#version);
    if (this.#isEditedAfterNextCheck) this.#version++;
    this.#isEditedAfterNextCheck = false;
    return version;
  }

  #send<Result>(result: Result): Result | Promise<Result> {
    return this.#isRemote ? new Promise((resolve) => setImmediate(resolve, result)) : result;
  }
}

describe.each([false, true])("a source that compares versions, across a network: %s", (isRemote) => {
  it("is read again if a post changes right after its version was compared", async () => {
    const host = new EditedHost(isRemote);
    const api = createPublicApi({ storage: memoryDriver(), content: host.source });
    const read = async (): Promise<string> => {
      const response = await api.fetch(new Request("http://localhost/api/public/v1/post/acme/hello"));
      expect(response.status).toBe(200);
      return ((await response.json()) as { name: string }).name;
    };
    expect(await read()).toBe("Version 1");
    host.editAfterNextCheck();
    await read();
    expect([await read(), await read()]).toEqual(["Version 2", "Version 2"]);
  });
});

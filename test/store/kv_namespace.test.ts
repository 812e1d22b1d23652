import { createStorage } from "unstorage";
import { expect, it } from "vitest";
import { createPublicApi, type Storage } from "../../lib/mod.ts";
import { durableObjectDriver, type DurableObjectNamespace } from "../../storage-drivers/durable_object.ts";

const none = async (): Promise<null> => null;
const namespace = { get: none, put: none, list: none, delete: none, getWithMetadata: none };
const reason = /is eventually consistent, so it cannot enforce quotas; on Workers, use .*durable-object/;

it("refuses a KV namespace as storage, with the reason", () => {
  expect(() => createPublicApi({ storage: namespace as unknown as Storage })).toThrow(reason);
});

it.each(["cloudflare-kv-binding", "cloudflare-kv-http"])("refuses unstorage's driver %s", (name) => {
  const driver = { name, hasItem: () => false, getItem: () => null, getKeys: () => [] };
  expect(() => createPublicApi({ storage: createStorage({ driver }) })).toThrow(reason);
});

it("refuses a KV namespace in place of a Durable Object's", () => {
  const binding = namespace as unknown as DurableObjectNamespace;
  expect(() => durableObjectDriver({ namespace: binding })).toThrow(reason);
  expect(() => durableObjectDriver({ namespace: {} as DurableObjectNamespace })).toThrow(
    "must be the binding",
  );
});

import { describe, expect, it } from "vitest";
import { toLambdaHandler } from "../adapters/aws_lambda.ts";
import { serve as serveOnBun } from "../adapters/bun.ts";
import { toWorker } from "../adapters/cloudflare_workers.ts";
import { serve as serveOnDeno } from "../adapters/deno.ts";
import { serve, textWorker, toMiddleware, toRequestListener } from "../adapters/node.ts";
import { cachingFetch, createClient, InvalidOptionError as ClientError } from "../lib/api/client/mod.ts";
import { createDashboard } from "../lib/dashboard/mod.ts";
import {
  importPosts,
  markdownToPost,
  readFeed,
  readGhost,
  readHtml,
  readMarkdown,
  readWordPress,
} from "../lib/import/mod.ts";
import { createPublicApi, InvalidOptionError } from "../lib/mod.ts";
import { denoKvDriver } from "../storage-drivers/deno_kv.ts";
import { durableObjectDriver } from "../storage-drivers/durable_object.ts";
import { fsDriver } from "../storage-drivers/fs.ts";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";
import { sqliteDriver } from "../storage-drivers/sqlite.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { openStorageDriver } from "../storage-drivers/open_storage_driver.ts";
import { postgresDriver } from "../storage-drivers/postgres.ts";
import { redisDriver } from "../storage-drivers/redis.ts";

/** The mistakes of a JavaScript user, which the compiler does not stop. */
const wrong = (value: unknown): never => value as never;

const create = (options: object): unknown => createPublicApi({ storage: memoryDriver(), ...options });
const client = (options: object): unknown =>
  createClient({ baseUrl: "https://acme.example", organizationSlug: "acme", ...options });
const api = createPublicApi({ storage: memoryDriver() });
const acme = { organizationSlug: "acme" };
const askWorker = (opened: never): unknown =>
  toWorker(() => opened).fetch(new Request("http://a/"), {}, { waitUntil: wrong });
const source = { file: "feed.xml", read: wrong(() => []) };

/** Returns the error of a call, also of one that rejects. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** An option that an error names, and parts of its message. */
type Named = [option: string, ...parts: string[]];

/** Returns the option that the error of a call names, and the parts that its message lacks. */
async function namedBy(run: () => unknown, parts: string[]): Promise<unknown> {
  const error = await errorOf(run);
  if (!(error instanceof InvalidOptionError)) return error;
  const { message, option } = error;
  return { option, lacks: parts.filter((part) => !message.includes(part)), start: message.slice(0, 7) };
}

const withPart = { getPost: wrong, findOrganization: wrong, listPosts: wrong, revision: "1" };
const openSetting = 'open it with await openStorageDriver("lmdb:./data") of postern/storage-drivers';

describe("a mistake in the options", () => {
  it.each<[options: object, ...Named]>([
    [{ storage: undefined }, "storage", "a storage driver of Postern", "undefined"],
    [{ storage: "lmdb:./data" }, "storage", `is "lmdb:./data"; ${openSetting}`],
    [{ storage: Promise.resolve() }, "storage", "a promise: await it"],
    [{ storage: {} }, "storage", "unstorage storage"],
    [{ readAcess: "key" }, "readAcess", 'mean "readAccess"?', "rateLimit"],
    [{ cache: { maxAge: 5 } }, "cache.maxAge", 'mean "maxAgeSeconds"?'],
    [{ zzz: 1 }, "zzz", "zzz is not a known option; allowed are storage, "],
    [{ cors: { origin: "*" } }, "cors.origin", 'mean "origins"?', "maxAgeSeconds"],
    [{ cors: { origins: ["https://*.a.a"] } }, "cors.origins", "without wildcards", 'is ["https://*.a.a"]'],
    [{ apiOrigin: "https://*.a.a" }, "apiOrigin", "an origin such as", 'is "https://*.a.a"'],
    [{ cors: { origins: "https://a.a" } }, "cors.origins", '"*" or a list of origins', 'is "https://a.a"'],
    [{ cors: { allowedHeaders: ["x y"] } }, "cors.allowedHeaders", "header names", "x y"],
    [{ limits: 5 }, "limits", "an object, and is 5"],
    [{ cache: null }, "cache", "an object, and is null"],
    [{ sessions: [] }, "sessions", "an object, and is []"],
    [{ rateLimit: { perSecond: true } }, "rateLimit.perSecond", "or false, and is true"],
    [{ rateLimit: { failures: true } }, "rateLimit.failures", "an object or false"],
    [{ adminApi: "yes" }, "adminApi", 'true or false, and is "yes"'],
    [{ clock: {} }, "clock", "the method now, and lacks now"],
    [{ content: { getPost: wrong } }, "content", "lacks findOrganization, listPosts"],
    [{ content: withPart }, "content.revision", 'a function, and is "1"'],
    [{ identity: () => null }, "identity", "the method findMember, and lacks findMember"],
    [{ hooks: { "key.revoke": wrong } }, "hooks.key.revoke", 'mean "key.revoked"?'],
    [{ hooks: { "key.revoked": "log" } }, "hooks.key.revoked", "a function"],
    [{ faq: { questionMark: "?" } }, "faq.questionMark", "questionMarks"],
  ])("of createPublicApi is named: %j", async (options, option, ...parts) => {
    expect(await namedBy(() => create(options), parts)).toEqual({ option, lacks: [], start: "Cannot " });
  });

  const site = "https://a.example";
  const identity = wrong({ issuer: site, clientID: "a" });
  it.each<[call: string, run: () => unknown, ...Named]>([
    [
      "createPublicApi",
      () => createPublicApi(wrong(undefined)),
      "",
      "options must be an object",
      "undefined",
    ],
    ["createDashboard", () => createDashboard(wrong(undefined)), "api", "createPublicApi", "undefined"],
    ["a dashboard", () => createDashboard(api, wrong({ basepath: "/x" })), "basepath", 'mean "basePath"?'],
    [
      "a provider",
      () => createDashboard(api, { openIdConnect: identity }),
      "openIdConnect.clientID",
      'mean "clientId"?',
    ],
    ["serve on Node", () => serve(wrong(undefined)), "api", "the method handler, and is undefined"],
    ["a server on Node", () => serve(api, wrong({ prot: 0 })), "prot", 'mean "port"?'],
    ["serve on Bun", () => serveOnBun(wrong({})), "api", "lacks handler"],
    ["a server on Bun", () => serveOnBun(api, wrong({ host: "::1" })), "host", "hostname"],
    ["serve on Deno", () => serveOnDeno(wrong(null)), "api", "and is null"],
    ["a server on Deno", () => serveOnDeno(api, { next: wrong({}) }), "next", "a function, and is an object"],
    ["toWorker", () => toWorker(wrong(api)), "open", "a function, and is an object"],
    ["a worker", () => toWorker(() => api, wrong({ nxt: wrong })), "nxt", 'mean "next"?'],
    ["a worker without an API", () => askWorker(wrong(undefined)), "api", "undefined"],
    ["toLambdaHandler", () => toLambdaHandler(wrong(undefined)), "api", "undefined"],
    ["a Lambda", () => toLambdaHandler(api, { next: wrong(1) }), "next", "a function, and is 1"],
    ["toRequestListener", () => toRequestListener(wrong(api)), "handler", "a function such as api.handler"],
    ["a listener", () => toRequestListener(api.handler, { basePath: "x" }), "basePath", 'is "x"'],
    ["toMiddleware", () => toMiddleware(wrong(api)), "handler", "a function such as api.handler"],
    [
      "openStorageDriver",
      () => openStorageDriver(wrong(undefined)),
      "setting",
      "lmdb:DIRECTORY",
      "undefined",
    ],
    ["a driver", () => openStorageDriver("lmbd:data"), "setting", "lmdb:DIRECTORY", 'begins with "lmbd:"'],
    ["a setting", () => openStorageDriver("memory:", wrong({ clok: 1 })), "clok", 'mean "clock"?'],
    ["memoryDriver", () => memoryDriver(wrong({ clock: 1 })), "clock", "the method now"],
    ["fsDriver", () => fsDriver(wrong("data")), "", "options must be an object", '"data"'],
    ["lmdbDriver", () => lmdbDriver(wrong({ directory: "data" })), "directory", "path"],
    ["sqliteDriver", () => sqliteDriver(wrong({ file: "data.db" })), "file", "path"],
    ["postgresDriver", () => postgresDriver(wrong({ Pool: 2 })), "Pool", 'mean "pool"?'],
    ["redisDriver", () => redisDriver(wrong({ URL: "redis://a" })), "URL", 'mean "url"?'],
    ["denoKvDriver", () => denoKvDriver(wrong({})), "kv", "getMany, list, atomic, and is undefined"],
    ["durableObjectDriver", () => durableObjectDriver(wrong({})), "namespace", "Durable Object", "undefined"],
    ["createClient", () => createClient(wrong(undefined)), "", "options must be an object"],
    ["a client", () => client({ timeout: 5 }), "timeout", 'mean "timeoutMs"?'],
    ["a client's fetch", () => client({ fetch: {} }), "fetch", "a function, and is an object"],
    [
      "a baseUrl",
      () => client({ baseUrl: `${site}/api/public/v1/` }),
      "baseUrl",
      "without user, query, fragment and /api/public/v1",
    ],
    ["cachingFetch", () => cachingFetch(wrong({ answer: 5 })), "answer", 'mean "answers"?'],
    ["textWorker", () => textWorker(wrong({ thread: 2 })), "thread", 'mean "threads"?'],
    ["importPosts", () => importPosts(wrong(api), [], acme), "posts", "lacks put"],
    ["items", () => importPosts(api.posts, wrong(undefined), acme), "items", "an iterable"],
    [
      "an import",
      () => importPosts(api.posts, [], wrong({ organisationSlug: "a" })),
      "organisationSlug",
      "organizationSlug",
    ],
    ["an import's slug", () => importPosts(api.posts, [], wrong({})), "organizationSlug", "undefined"],
    ["readMarkdown", () => readMarkdown("", "a.md", wrong({ path: "a", siteUrl: site })), "now", "undefined"],
    ["readHtml", () => readHtml("", "a", wrong({ path: "a", siteUrl: "a.a", now: 0 })), "siteUrl", '"a.a"'],
    ["readFeed", () => readFeed(source, wrong({ siteURL: site })), "siteURL", 'mean "siteUrl"?'],
    ["readGhost", () => readGhost(wrong("export.json"), { siteUrl: site }), "source", "the method read"],
    ["readWordPress", () => readWordPress(source, wrong(undefined)), "", "options must be an object"],
    ["markdownToPost", () => markdownToPost("", "a", wrong({ now: "today" })), "now", '"today"'],
  ])("is named: %s", async (_call, run, option, ...parts) => {
    expect(await namedBy(run, parts)).toEqual({ option, lacks: [], start: "Cannot " });
  });

  it.each<[call: string, run: () => unknown]>([
    ["a URL with a password as storage", () => create({ storage: "redis://ada:s3cret@localhost" })],
    ["a misspelt setting", () => openStorageDriver("redi://ada:s3cret@localhost")],
    ["a URL with a user as baseUrl", () => client({ baseUrl: "https://ada:s3cret@acme.example" })],
    ["a key of two lines", () => client({ apiKey: "s3cret\n" })],
    ["a misspelt key", () => client({ apikey: "s3cret" })],
    [
      "a client secret that is a list",
      () =>
        createDashboard(api, {
          openIdConnect: { issuer: "https://id.example", clientId: "a", clientSecret: wrong(["s3cret"]) },
        }),
    ],
  ])("never shows a secret: %s", async (_call, run) => {
    const { message } = (await errorOf(run)) as Error;
    expect(message).toMatch(/^Cannot /);
    expect(message).not.toContain("s3cret");
  });

  it("is a RangeError of one class, also for the client", () => {
    expect(ClientError).toBe(InvalidOptionError);
    expect(() => client({ timeoutMs: 0 })).toThrow(RangeError);
  });

  it("is shown in part where the value is long", () => {
    expect(() => create({ readAccess: "x".repeat(200) })).toThrow(new RegExp(`"x{79}…"$`));
  });
});

describe("options that are allowed", () => {
  it("can be undefined, also under an unknown name", () => {
    expect(() =>
      create({ hooks: undefined, cors: { origins: undefined }, readAcess: undefined }),
    ).not.toThrow();
  });

  it("can be instances of classes with fields and inherited methods of their own", () => {
    class Source {
      database = {};
      findOrganization(): null {
        return null;
      }
      getPost(): null {
        return null;
      }
      async listPosts(): Promise<{ posts: []; next: null }> {
        return { posts: [], next: null };
      }
    }
    class Told {
      events = [];
      "key.revoked"(): void {
        // Only its presence matters.
      }
    }
    expect(() => create({ content: new Source(), hooks: new Told(), clock: Date })).not.toThrow();
  });

  it("are those that an API has resolved", () => {
    const { rateLimit, ...resolved } = api.options;
    const failures = rateLimit.failures ?? false;
    expect(() => create({ ...resolved, rateLimit: { ...rateLimit, failures } })).not.toThrow();
  });
});

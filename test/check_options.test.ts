import { describe, expect, it } from "vitest";
import { toLambdaHandler } from "../adapters/aws_lambda.ts";
import { serve as serveOnBun } from "../adapters/bun.ts";
import { toWorker } from "../adapters/cloudflare_workers.ts";
import { serve as serveOnDeno } from "../adapters/deno.ts";
import { serve, textWorker, toMiddleware, toRequestListener } from "../adapters/node.ts";
import { cachingFetch, createClient, InvalidOptionError as ClientError } from "../lib/client/mod.ts";
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

describe("a mistake in the options", () => {
  it.each<[call: string, run: () => unknown, option: string, ...parts: string[]]>([
    [
      "createPublicApi()",
      () => createPublicApi(wrong(undefined)),
      "",
      "options must be an object",
      "undefined",
    ],
    ["no storage", () => createPublicApi(wrong({})), "storage", "a storage driver of Postern", "undefined"],
    [
      "a storage setting",
      () => create({ storage: "lmdb:./data" }),
      "storage",
      'is "lmdb:./data"; open it with await openStorageDriver("lmdb:./data") of postern/storage-drivers',
    ],
    ["a storage to await", () => create({ storage: Promise.resolve() }), "storage", "a promise: await it"],
    ["another object as storage", () => create({ storage: {} }), "storage", "unstorage storage"],
    ["a misspelt option", () => create({ readAcess: "key" }), "readAcess", 'mean "readAccess"?', "rateLimit"],
    [
      "a former limit",
      () => create({ requestsPerSecond: 5 }),
      "requestsPerSecond",
      'mean "rateLimit.perSecond"?',
    ],
    ["a former lifetime", () => create({ cache: { maxAge: 5 } }), "cache.maxAge", 'mean "maxAgeSeconds"?'],
    [
      "a former size",
      () => fsDriver(wrong({ path: "data", cacheSize: 5 })),
      "cacheSize",
      'mean "cacheCharacters"?',
    ],
    [
      "an option of no kin",
      () => create({ zzz: 1 }),
      "zzz",
      "zzz is not a known option; allowed are storage, ",
    ],
    [
      "a misspelt part",
      () => create({ cors: { origin: "*" } }),
      "cors.origin",
      'mean "origins"?',
      "maxAgeSeconds",
    ],
    [
      "one origin",
      () => create({ cors: { origins: "https://a.example" } }),
      "cors.origins",
      '"*" or a list of origins',
      'is "https://a.example"',
    ],
    ["a part that is no object", () => create({ limits: 5 }), "limits", "an object, and is 5"],
    ["null", () => create({ cache: null }), "cache", "an object, and is null"],
    ["a list", () => create({ sessions: [] }), "sessions", "an object, and is []"],
    [
      "a limit that is on",
      () => create({ rateLimit: { perSecond: true } }),
      "rateLimit.perSecond",
      "or false, and is true",
    ],
    [
      "attempts that are on",
      () => create({ rateLimit: { failures: true } }),
      "rateLimit.failures",
      "an object or false",
    ],
    ["a flag of text", () => create({ adminApi: "yes" }), "adminApi", 'true or false, and is "yes"'],
    ["a clock of no time", () => create({ clock: {} }), "clock", "the method now, and lacks now"],
    [
      "half a content source",
      () => create({ content: { getPost: wrong } }),
      "content",
      "lacks findOrganization, listPosts",
    ],
    [
      "a content source's part",
      () =>
        create({
          content: { getPost: wrong, findOrganization: wrong, listPosts: wrong, revision: "1" },
        }),
      "content.revision",
      'a function, and is "1"',
    ],
    [
      "no identity",
      () => create({ identity: () => null }),
      "identity",
      "the method findMember, and lacks findMember",
    ],
    [
      "a misspelt hook",
      () => create({ hooks: { "key.revoke": wrong } }),
      "hooks.key.revoke",
      'mean "key.revoked"?',
    ],
    ["a hook of text", () => create({ hooks: { "key.revoked": "log" } }), "hooks.key.revoked", "a function"],
    [
      "an option of the extractor",
      () => create({ faq: { questionMark: "?" } }),
      "faq.questionMark",
      "questionMarks",
    ],
    ["createDashboard()", () => createDashboard(wrong(undefined)), "api", "createPublicApi", "undefined"],
    [
      "a dashboard's option",
      () => createDashboard(api, wrong({ basepath: "/x" })),
      "basepath",
      'mean "basePath"?',
    ],
    [
      "a provider's option",
      () => createDashboard(api, { openIdConnect: wrong({ issuer: "https://id.example", clientID: "a" }) }),
      "openIdConnect.clientID",
      'mean "clientId"?',
    ],
    ["serve() on Node", () => serve(wrong(undefined)), "api", "the method handler, and is undefined"],
    ["a server's option on Node", () => serve(api, wrong({ prot: 0 })), "prot", 'mean "port"?'],
    ["serve() on Bun", () => serveOnBun(wrong({})), "api", "lacks handler"],
    ["a server's option on Bun", () => serveOnBun(api, wrong({ host: "::1" })), "host", "hostname"],
    ["serve() on Deno", () => serveOnDeno(wrong(null)), "api", "and is null"],
    [
      "a server's option on Deno",
      () => serveOnDeno(api, { next: wrong({}) }),
      "next",
      "a function, and is an object",
    ],
    ["toWorker(api)", () => toWorker(wrong(api)), "open", "a function, and is an object"],
    ["a worker's option", () => toWorker(() => api, wrong({ nxt: wrong })), "nxt", 'mean "next"?'],
    [
      "a worker without an API",
      () => toWorker(() => wrong(undefined)).fetch(new Request("http://a/"), {}, { waitUntil: wrong }),
      "api",
      "undefined",
    ],
    ["toLambdaHandler()", () => toLambdaHandler(wrong(undefined)), "api", "undefined"],
    ["a function's option", () => toLambdaHandler(api, { next: wrong(1) }), "next", "a function, and is 1"],
    [
      "toRequestListener(api)",
      () => toRequestListener(wrong(api)),
      "handler",
      "a function such as api.handler",
    ],
    ["a listener's option", () => toRequestListener(api.handler, { basePath: "x" }), "basePath", 'is "x"'],
    ["toMiddleware(api)", () => toMiddleware(wrong(api)), "handler", "a function such as api.handler"],
    [
      "openStorageDriver()",
      () => openStorageDriver(wrong(undefined)),
      "setting",
      "lmdb:DIRECTORY",
      "undefined",
    ],
    [
      "an unknown driver",
      () => openStorageDriver("lmbd:data"),
      "setting",
      "lmdb:DIRECTORY",
      'begins with "lmbd:"',
    ],
    ["a driver's option", () => openStorageDriver("memory:", wrong({ clok: 1 })), "clok", 'mean "clock"?'],
    ["memoryDriver", () => memoryDriver(wrong({ clock: 1 })), "clock", "the method now"],
    ["fsDriver", () => fsDriver(wrong("data")), "", "options must be an object", '"data"'],
    ["lmdbDriver", () => lmdbDriver(wrong({ directory: "data" })), "directory", "path"],
    ["postgresDriver", () => postgresDriver(wrong({ Pool: 2 })), "Pool", 'mean "pool"?'],
    ["redisDriver", () => redisDriver(wrong({ URL: "redis://a" })), "URL", 'mean "url"?'],
    ["denoKvDriver", () => denoKvDriver(wrong({})), "kv", "getMany, list, atomic, and is undefined"],
    ["durableObjectDriver", () => durableObjectDriver(wrong({})), "namespace", "Durable Object", "undefined"],
    ["createClient()", () => createClient(wrong(undefined)), "", "options must be an object"],
    ["a client's option", () => client({ timeout: 5 }), "timeout", 'mean "timeoutMs"?'],
    ["a client's function", () => client({ fetch: {} }), "fetch", "a function, and is an object"],
    [
      "a path of the API as baseUrl",
      () => client({ baseUrl: "https://acme.example/api/public/v1/" }),
      "baseUrl",
      "without user, query, fragment and /api/public/v1",
    ],
    ["cachingFetch", () => cachingFetch(wrong({ answer: 5 })), "answer", 'mean "answers"?'],
    ["textWorker", () => textWorker(wrong({ thread: 2 })), "thread", 'mean "threads"?'],
    ["importPosts", () => importPosts(wrong(api), [], { organizationSlug: "acme" }), "posts", "lacks put"],
    [
      "items",
      () => importPosts(api.posts, wrong(undefined), { organizationSlug: "acme" }),
      "items",
      "an iterable",
    ],
    [
      "an import's option",
      () => importPosts(api.posts, [], wrong({ organisationSlug: "a" })),
      "organisationSlug",
      "organizationSlug",
    ],
    ["an import's slug", () => importPosts(api.posts, [], wrong({})), "organizationSlug", "undefined"],
    [
      "readMarkdown",
      () => readMarkdown("", "a.md", wrong({ path: "a.md", siteUrl: "https://a.example" })),
      "now",
      "undefined",
    ],
    [
      "readHtml",
      () => readHtml("", "a.html", wrong({ path: "a", siteUrl: "a.example", now: 0 })),
      "siteUrl",
      '"a.example"',
    ],
    [
      "readFeed",
      () => readFeed(source, wrong({ siteURL: "https://a.example" })),
      "siteURL",
      'mean "siteUrl"?',
    ],
    [
      "readGhost",
      () => readGhost(wrong("export.json"), { siteUrl: "https://a.example" }),
      "source",
      "the method read",
    ],
    ["readWordPress", () => readWordPress(source, wrong(undefined)), "", "options must be an object"],
    ["markdownToPost", () => markdownToPost("", "a", wrong({ now: "today" })), "now", '"today"'],
  ])("is named: %s", async (_call, run, option, ...parts) => {
    const error = await errorOf(run);
    expect(error).toBeInstanceOf(InvalidOptionError);
    const { message, option: named } = error as InvalidOptionError;
    expect(named).toBe(option);
    for (const part of parts) expect(message).toContain(part);
    expect(message).toMatch(/^Cannot /);
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

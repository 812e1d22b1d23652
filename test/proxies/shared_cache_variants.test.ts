import { beforeAll, describe, expect, it } from "vitest";
import { type CachedApi, get, picturePath, type Received, startCachedApi } from "./_cached_api.ts";
import { isMissing, deployed, type StartedProxy, startNginx, startVarnish } from "./_started_proxy.ts";

/** Varnish's default VCL, which does not know keys. */
const bareVcl = 'vcl 4.1; backend default { .host = "127.0.0.1"; .port = "3000"; }';

interface Cache {
  name: string;
  program: "nginx" | "varnish";
  /** Headers that the cache does not change. Varnish decompresses bodies before it stores them. */
  keeps: readonly string[];
  start: (apiPort: number) => Promise<StartedProxy>;
}

const caches: readonly Cache[] = [
  {
    name: "nginx",
    program: "nginx",
    keeps: ["content-encoding", "etag"],
    start: (port) => startNginx(deployed("nginx/cache.conf"), port),
  },
  {
    name: "Varnish",
    program: "varnish",
    keeps: [],
    start: (port) => startVarnish(deployed("varnish/cache.vcl"), port),
  },
  {
    name: "Varnish without rules",
    program: "varnish",
    keeps: [],
    start: (port) => startVarnish(bareVcl, port),
  },
];

const none = undefined;
const origins = [none, "https://a.example", "https://b.example"];
const keys = [none, "key"];
const encodings = [none, "gzip", "br"];

/** Every route for reading, with its status without a key and its relevant values of `Accept` beside none. */
const routes: readonly [path: string, status: number, ...accepts: string[]][] = [
  ["/post/acme/hello", 200, "application/json", "text/markdown", "text/html, */*;q=0.8"],
  ["/post/acme/sitemap", 200, "application/json", "application/xml"],
  ["/sitemap/acme", 200, "application/json", "application/xml"],
  ["/post/acme/nothing", 404, "text/markdown"],
  ...[
    "/post/acme",
    "/faq/acme",
    "/organization/acme",
    "/schema/acme",
    "/tags/acme",
    "/authors/acme",
    "/search/acme?q=hello",
  ].map(readable),
  ...["/redirects/acme", "/feed/acme/rss.xml", "/feed/acme/atom.xml", "/feed/acme/feed.json"].map(readable),
  ...["/llms/acme", "/llms-full/acme", "/openapi.json", "/docs", "/docs/problems", "/docs/style.css"].map(
    readable,
  ),
  [picturePath, 200, "image/svg+xml"],
  ["/knowledge-base", 401],
  ["/knowledge-base/search", 401],
  ["/knowledge-base/{id}", 401],
  ["/events/acme", 401],
  ["/post/nobody", 404],
  ["/nowhere", 404],
];

function readable(path: string): [path: string, status: number] {
  return [path, 200];
}

/** Routes that respond like the search. Their limit for each address is too low for all variants of all of them. */
const likeSearch = ["/search/acme", "/search/acme/suggest", "/context/acme", "/post/acme/hello/related"];

it("tests all routes that the API describes", async () => {
  const api = await startCachedApi({});
  const { paths } = JSON.parse((await get(`${api.base}/openapi.json`, {})).text) as { paths: object };
  const described = Object.keys(paths).map((path) =>
    path === "/media/{organizationSlug}/{hash}/{name}"
      ? picturePath
      : path.replace("{organizationSlug}", "acme").replace("{slug}", "hello"),
  );
  expect([...routes.map(([path]) => path), ...likeSearch]).toEqual(expect.arrayContaining(described));
});

/**
 * Variants that are sent after the one that fills the cache. With 6, each three header values of the
 * first variant and a later one meet on every route. Each four meet on the routes without `Accept`.
 */
const followingCount = 6;

type Variant = Record<string, string>;

function variantsOf(accepts: readonly (string | undefined)[], key: string): Variant[] {
  return accepts.flatMap((accept) =>
    origins.flatMap((origin) =>
      keys.flatMap((kind) =>
        encodings.map((encoding) => {
          const headers = {
            accept,
            origin,
            "accept-encoding": encoding,
            "x-api-key": kind === none ? none : key,
          };
          return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== none)) as Variant;
        }),
      ),
    ),
  );
}

/** One variant and some that follow. The others are chosen anew for each first variant and route. */
function orderFrom<Item>(items: readonly Item[], first: number, route: number): Item[] {
  const stride = [5, 7, 11, 13][(first + route) % 4] ?? 5;
  const rotated = items.map((_, index) => items[(first + index * stride) % items.length] as Item);
  return rotated.slice(0, followingCount + 1);
}

const compared = [
  "content-type",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "vary",
  "cache-control",
  "last-modified",
] as const;

/** Returns the parts of a response that must not depend on the cache. */
function essenceOf({ status, headers, text }: Received, more: readonly string[]): object {
  return { status, text, ...Object.fromEntries([...compared, ...more].map((name) => [name, headers[name]])) };
}

/** Returns the `ETag` without its weak prefix. A cache that decompresses a body makes its `ETag` weak (RFC 9110, section 8.8.1). */
function etagOf({ headers }: Received): string | undefined {
  const { etag } = headers;
  return etag?.startsWith("W/") ? etag.slice(2).replace(/-(?:gzip|br)"$/, '"') : etag;
}

function leftOf({ headers }: Received): number | undefined {
  const left = /;r=(\d+)/.exec(String(headers["ratelimit"]))?.[1];
  return left === undefined ? undefined : Number(left);
}

function describeVariants(cors: { origins: "*" | string[] }, { name, program, keeps, start }: Cache): void {
  describe.skipIf(isMissing(program))(`behind ${name}, with origins ${String(cors.origins)}`, () => {
    let api: CachedApi;
    let proxy: StartedProxy;
    beforeAll(async () => {
      api = await startCachedApi(cors);
      proxy = await start(api.port);
    });

    it.each(routes)(
      "responds like the API: %s, %d",
      async (path, status, ...accepts) => {
        const variants = variantsOf([none, ...accepts], await api.newKey());
        const direct = new Map<Variant, Received>();
        for (const variant of variants) direct.set(variant, await get(api.base + path, variant));
        let left = Math.min(...[...direct.values()].map((one) => leftOf(one) ?? Infinity));
        const route = routes.findIndex(([one]) => one === path);
        for (const first of variants.keys()) {
          // The empty parameters create a new entry in the cache.
          const url = `${proxy.origin}/api/public/v1${path}${path.includes("?") ? "&" : "?"}${"&".repeat(first)}`;
          for (const variant of orderFrom(variants, first, route)) {
            const received = await get(url, variant);
            const own = direct.get(variant) ?? received;
            const place = JSON.stringify({ path, first: variants[first], variant });
            expect([place, essenceOf(received, keeps)]).toEqual([place, essenceOf(own, keeps)]);
            expectCoding(place, received, variant, [...direct.values()]);
            // Each request with a key counts, so each must reach the API.
            const expectedLeft = leftOf(own) === undefined ? undefined : --left;
            expect([place, leftOf(received)]).toEqual([place, expectedLeft]);
          }
          expect(await reachedBy(url)).toBe(status === 200 ? 0 : 1);
        }
      },
      120_000,
    );

    /** Sends a request without headers until it is cached, and once more. Returns the number of requests that the last one caused. */
    async function reachedBy(url: string): Promise<number> {
      await get(url, {});
      const before = api.reached();
      await get(url, {});
      return api.reached() - before;
    }
  });
}

/** Checks that the client accepts the coding, and that the `ETag` is the API's `ETag` for these bytes. */
function expectCoding(place: string, received: Received, variant: Variant, direct: Received[]): void {
  const { "content-encoding": coding } = received.headers;
  expect([place, [undefined, variant["accept-encoding"]]]).toEqual([place, expect.arrayContaining([coding])]);
  const same = direct.filter(
    ({ text, headers }) => text === received.text && headers["content-encoding"] === coding,
  );
  expect([place, same.map(etagOf)]).toEqual([place, expect.arrayContaining([etagOf(received)])]);
}

for (const cache of caches) {
  describeVariants({ origins: "*" }, cache);
  describeVariants({ origins: ["https://a.example"] }, cache);
}

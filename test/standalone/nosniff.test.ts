import { beforeAll, expect, it } from "vitest";
import { type RawAnswer, StandaloneWorld } from "./standalone_world.ts";

let world: StandaloneWorld;
let metrics: string;

beforeAll(async () => {
  world = await StandaloneWorld.open("--metrics", "0");
  metrics = await world.metricsUrl();
});

const api = "/api/public/v1";
const admin = "/api/admin/v1";

it.each([
  ["GET", `${api}/post/acme`, 200],
  ["HEAD", `${api}/post/acme/long`, 200],
  ["OPTIONS", `${api}/post/acme`, 204],
  ["PUT", `${api}/post/acme`, 405],
  ["GET", `${api}/post/acme/nothing`, 404],
  ["GET", `${api}/post/acme?limit=0`, 400],
  ["GET", `${api}/post/acme/sitemap`, 200],
  ["GET", `${api}/openapi.json`, 200],
  ["GET", `${api}/docs`, 200],
  ["GET", `${api}/docs/style.css`, 200],
  ["GET", `${api}/nothing`, 404],
  ["GET", `${admin}/posts`, 401],
  ["OPTIONS", `${admin}/posts`, 204],
  ["GET", `${admin}/nothing`, 404],
  ["GET", "/dashboard", 303],
  ["GET", "/dashboard/sign-in", 200],
  ["GET", "/dashboard/o/acme", 303],
  ["PUT", "/dashboard", 405],
  ["GET", "/healthz", 200],
  ["GET", "/readyz", 200],
  ["POST", "/readyz", 405],
  ["GET", "/", 404],
])("the response to %s %s has nosniff once", async (method, path, status) => {
  expect(toldBy(await world.send(path, {}, method))).toEqual([status, "nosniff"]);
});

it("a compressed response and a 304 have nosniff", async () => {
  const path = `${api}/post/acme/long`;
  const whole = await world.send(path, { "accept-encoding": "gzip" });
  expect(whole.headers["content-encoding"]).toBe("gzip");
  expect(toldBy(whole)).toEqual([200, "nosniff"]);
  expect(toldBy(await world.send(path, { "if-none-match": "*" }))).toEqual([304, "nosniff"]);
  const post = await world.send(`${admin}/posts/long`, { "x-api-key": world.key });
  expect(toldBy(post)).toEqual([200, "nosniff"]);
  const held = { "x-api-key": world.key, "if-none-match": post.headers.etag ?? "" };
  expect(toldBy(await world.send(`${admin}/posts/long`, held))).toEqual([304, "nosniff"]);
});

it("metrics have nosniff", async () => {
  for (const path of ["/metrics", "/"]) {
    expect((await fetch(new URL(path, metrics))).headers.get("x-content-type-options")).toBe("nosniff");
  }
});

function toldBy({ status, headers }: RawAnswer): [number, unknown] {
  return [status, headers["x-content-type-options"]];
}

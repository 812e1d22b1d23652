/** An API with host code that examines every request, and that fails on demand. */
import { createPublicApi } from "postern";
import { createDashboard } from "postern/dashboard";
import { memoryDriver } from "postern/storage-drivers/memory";

/** Uses of a request that the platform's own functions must accept. The body can be read afterwards. */
const looks = {
  isRequest: (request) => request instanceof Request,
  copy: (request) => new Request(request.clone()).method,
  init: (request) => new Request("http://localhost/other", request.clone()).method,
  headers: (request) => new Headers(request.headers).get("x-look"),
  entries: (request) => Object.fromEntries(request.headers)["x-look"],
  setOnCopy: (request) => {
    const copy = new Request(request.clone());
    copy.headers.set("x-look", "changed");
    return copy.headers.get("x-look");
  },
  isAborted: (request) => request.signal.aborted,
};

/** Also uses that take time. */
const slowLooks = {
  ...looks,
  fetch: async (request) => (await fetch(request.clone(), { headers: { "x-hop": "1" } })).status > 0,
  text: async (request) => request.clone().text(),
};

function look(request) {
  return Object.fromEntries(Object.entries(looks).map(([name, use]) => [name, resultOf(() => use(request))]));
}

async function lookSlowly(request) {
  const results = {};
  for (const [name, use] of Object.entries(slowLooks)) {
    results[name] = await Promise.resolve(resultOf(() => use(request))).catch(String);
  }
  return results;
}

function resultOf(use) {
  try {
    return use();
  } catch (error) {
    return String(error);
  }
}

const source = {
  findOrganization: async (slug) => {
    if (slug === "broken") throw new Error("The source failed");
    return null;
  },
  getPost: async () => null,
  listPosts: async () => ({ posts: [] }),
};

export function createApp() {
  const seen = {};
  const errors = [];
  const api = createPublicApi({
    storage: memoryDriver(),
    content: source,
    hooks: { "request.answered": (event) => void (seen.hook = look({ ...event }.request)) },
    onError: (error, request) => {
      errors.push({ message: error.message, path: new URL(request.url).pathname, ...look(request) });
      if (request.url.endsWith("/throw-twice")) throw new Error("onError failed, too");
    },
  });
  const dashboard = createDashboard(api, {
    identify: async (request) => {
      if (!request.headers.has("x-hop")) seen.identify = await lookSlowly(request);
      return null;
    },
  });
  const fail = (path) => {
    throw new Error(`The host failed at ${path}`);
  };
  return {
    options: api.options,
    handler: async (context) => {
      const { pathname } = new URL(context.request.url);
      if (pathname === "/handler/throw") fail(pathname);
      if (context.request.headers.has("x-hop")) return new Response("Arrived");
      if (pathname === "/handler/look") return Response.json(await lookSlowly(context.request));
      const response = await api.handler(context);
      if (!context.request.headers.has("x-wrap")) return response;
      const headers = new Headers(response.headers);
      headers.set("x-wrapped", String(response instanceof Response));
      return new Response(await response.text(), { status: response.status, headers });
    },
    next: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/throw")) fail(pathname);
      if (pathname === "/reject") return Promise.reject(new Error(`The host failed at ${pathname}`));
      if (pathname === "/look") return lookSlowly(request).then((seenHere) => Response.json(seenHere));
      if (pathname === "/seen") return Response.json({ ...seen, errors });
      return dashboard.fetch(request);
    },
  };
}

/**
 * The host that every runtime runs: an API with a storage, its dashboard, and some routes of its own. The suite reads the posts and keys
 * over HTTP.
 */
import { createPublicApi } from "postern";
import { createDashboard } from "postern/dashboard";
import { memoryDriver } from "postern/storage-drivers/memory";

const html = "<h2>Grüße, 世界 😀?</h2><p>Ja &amp; nein.</p><h3>Two?</h3><p>Yes.</p>";

/** @returns {{ api: object, handler: Function, next: (request: Request) => Promise<Response> }} the parts that the adapters serve */
export function createApp({ storage = memoryDriver(), ...options } = {}) {
  const api = createPublicApi({
    storage,
    rateLimit: { perDay: 1000 },
    basePath: "/content",
    adminApi: true,
    ...options,
  });
  const dashboard = createDashboard(api);
  let seeded;
  return {
    api,
    events: api.events,
    handler: (context) => {
      const { request, waitUntil } = context;
      if (request.url.endsWith("/host/later")) {
        waitUntil(Promise.reject(new Error("Work that outlived its answer failed")));
        return new Response("Answered before");
      }
      return api.handler(request.headers.has("x-spread-context") ? { ...context } : context);
    },
    next: async (request) => {
      const { pathname, origin } = new URL(request.url);
      if (pathname.startsWith("/dashboard")) return dashboard.fetch(request);
      if (pathname === "/host/about") return new Response(`The host's own page: ${request.method}`);
      if (pathname === "/host/seed") return Response.json(await (seeded ??= seed(api)));
      if (pathname === "/host/sign-in-url") {
        const { token } = await api.sessions.createLink((await seeded).ownerId);
        return new Response(dashboard.signInUrl(token, origin));
      }
      if (pathname === "/host/revoke") {
        const { id } = await request.json();
        return Response.json(await api.apiKeys.revoke({ organizationSlug: "acme", keyId: id }));
      }
      return new Response("Not the host's", { status: 404 });
    },
  };
}

async function seed(api) {
  const siteUrl = "https://acme.example";
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl });
  await api.organizations.create({ slug: "small", name: "Small", siteUrl, rateLimit: { perDay: 20 } });
  for (const name of ["First", "Second", "Third"]) {
    await api.posts.create("acme", { name, html, tags: ["news"] });
  }
  await api.posts.create("acme", { name: "Grüße", slug: "grüße", html: `<p>${"世界 ".repeat(40_000)}</p>` });
  const owner = await api.users.create({ name: "Olga" });
  await api.users.addToOrganization(owner.id, { organizationSlug: "acme", role: "owner" });
  const user = await api.users.create({ name: "Ada" });
  const generate = async (organizationSlug, name) => {
    await api.users.addToOrganization(user.id, { organizationSlug, role: "editor" });
    const { id, key } = await api.apiKeys.generate({ organizationSlug, userId: user.id, name });
    return { id, key };
  };
  return {
    ownerId: owner.id,
    editor: await generate("acme", "Editor"),
    counted: await generate("acme", "Counted"),
    leaked: await generate("acme", "Leaked"),
    limited: await generate("small", "Limited"),
  };
}

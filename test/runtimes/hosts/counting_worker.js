/** A Worker whose counts tests read in the store, by an API that has served no request. */
import { createPublicApi } from "postern";
import { toWorker } from "postern/cloudflare-workers";
import { durableObjectDriver } from "postern/storage-drivers/durable-object";

export { PosternStorage } from "postern/storage-drivers/durable-object";

const open = ({ POSTERN }) =>
  createPublicApi({
    storage: durableObjectDriver({ namespace: POSTERN }),
    deployment: "cluster",
    rateLimit: { perDay: 2 },
  });
const actor = { userId: "", organizationSlug: "acme", permissions: ["posts:read", "keys:manage"] };

/** An API that the Worker serves by `fetch`, which cannot keep work running after a response. */
let plain;

export default toWorker(open, {
  next: async (request, env) => {
    const { pathname, search, origin } = new URL(request.url);
    const api = open(env);
    if (pathname === "/seed") {
      await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      const { id } = await api.users.create({ name: "Ada" });
      await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
      return Response.json(
        await api.apiKeys.generate({ organizationSlug: "acme", userId: id, name: "Website" }),
      );
    }
    if (pathname === "/stored") {
      const { days } = await api.admin.insight.daily(actor);
      const { queries } = await api.admin.search.listMissed(actor);
      return Response.json({ days, queries });
    }
    plain ??= open(env);
    return plain.fetch(new Request(origin + pathname.replace("/plain", "") + search, request));
  },
});

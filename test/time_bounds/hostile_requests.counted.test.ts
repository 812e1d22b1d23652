import { countSteps } from "./_count_steps.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { OpenApiDocument } from "../../lib/http/openapi/openapi_document.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { mediaOfTests } from "../dashboard/pictures/picture_world.ts";
import { type HostileRequest, hostileRequests } from "./_hostile_requests.ts";

/** Maximum characters of a response to a hostile request. */
const LONGEST = 65_536;

/** Maximum steps of an average request. Reading 1 MB takes 8 million native steps, and Node's parser takes 500 steps for a character of a query. */
const MOST_STEPS = 8_000_000;
const MOST_NATIVE_STEPS = 10_000_000;

/** Operations whose responses are long for every request. */
const documents: ReadonlySet<string> = new Set(["getOpenApi", "getDocs"]);

describe.each(["/api/public/v1", "/api/admin/v1"])("hostile requests to the operations of %s", (root) => {
  let api: PublicApi;
  let key: string;
  let requests: HostileRequest[];

  const send = async ({ method, path, type, body }: Omit<HostileRequest, "name">): Promise<Response> => {
    const headers = { "x-api-key": key, ...(type === undefined ? {} : { "content-type": type }) };
    return api.fetch(new Request(`http://localhost${root}${path}`, { method, headers, body: body ?? null }));
  };

  beforeAll(async () => {
    const rateLimit = { perDay: 1_000_000 };
    const storage = memoryDriver();
    api = createPublicApi({ storage, media: mediaOfTests(), adminApi: true, rateLimit, insight: false });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    ({ key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Owner" }));
    const response = await send({ method: "GET", path: "/openapi.json" });
    const all = hostileRequests((await response.json()) as OpenApiDocument);
    requests = all.filter(({ name }) => !documents.has(name.split(":", 1)[0] ?? ""));
  });

  // A failure lists the long responses and the steps of the first operation that fails. Counting costs as much as a request, so operations are counted.
  it("get short responses after few steps", async () => {
    const failures: string[] = [];
    for (const [operation, same] of byOperation(requests)) {
      const { script, native } = await countSteps(async () => {
        for (const request of same) {
          const response = await send(request);
          const { length } = await response.text();
          if (response.status >= 500 || length > LONGEST)
            failures.push(`${request.name}: ${response.status}, ${length}`);
        }
      });
      const isSlow = script > MOST_STEPS * same.length || native > MOST_NATIVE_STEPS * same.length;
      if (isSlow) failures.push(`${operation}: ${script}, ${native} for ${same.length}`);
      if (failures.length > 0) break;
    }
    expect(requests.length).toBeGreaterThan(80);
    expect(failures).toEqual([]);
  });
});

function byOperation(requests: readonly HostileRequest[]): Map<string, HostileRequest[]> {
  const groups = new Map<string, HostileRequest[]>();
  for (const request of requests) {
    const [operation = ""] = request.name.split(":", 1);
    groups.set(operation, [...(groups.get(operation) ?? []), request]);
  }
  return groups;
}

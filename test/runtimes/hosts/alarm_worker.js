/** A Worker that delivers by the alarm of its Durable Objects. Tests create content, and read the alarm, over HTTP. */
import { createPublicApi } from "postern";
import { storageWithAlarm, toWorker } from "postern/cloudflare-workers";
import { durableObjectDriver } from "postern/storage-drivers/durable-object";

let deliveries = 0;
let runningAlarms = 0;
let failures = 0;

function openApi(env) {
  return createPublicApi({
    storage: durableObjectDriver({ namespace: env.POSTERN }),
    deployment: "cluster",
    secret: "a random text of at least 32 characters",
    webhooks: { allowHttp: true, allowPrivateNetworks: true },
  });
}

/** Counts the deliveries, and fails as often as a test demands. */
function openCounted(env) {
  const { events } = openApi(env);
  const deliver = () => {
    deliveries++;
    if (failures-- > 0) throw new Error("The delivery fails as the test demands");
    return events.deliver();
  };
  return { events: { deliver } };
}

export class PosternStorage extends storageWithAlarm(openCounted, { namespace: ({ POSTERN }) => POSTERN }) {
  constructor(state, env) {
    super(state, env);
    this.storage = state.storage;
  }

  async alarm(info) {
    runningAlarms++;
    try {
      await super.alarm(info);
    } finally {
      runningAlarms--;
    }
  }

  async fetch(request) {
    return request.method === "GET" ? Response.json(await this.storage.getAlarm()) : super.fetch(request);
  }
}

let api;
export default toWorker((env) => (api = openApi(env)), {
  next: async (request, env) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/alarm") {
      const id = env.POSTERN.idFromName(await request.text());
      return env.POSTERN.get(id).fetch("https://postern.invalid/");
    }
    if (pathname === "/counts") return Response.json({ deliveries, runningAlarms });
    if (pathname === "/fail") failures = Number(await request.text());
    else {
      const [method, ...args] = await request.json();
      const [manager, name] = method.split(".");
      return Response.json((await api[manager][name](...args)) ?? null);
    }
    return new Response();
  },
});

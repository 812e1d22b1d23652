/** Responds with the traces of requests to an API in the Worker. */
import { traceRequests } from "./traces.js";

export default { fetch: async () => Response.json(await traceRequests()) };

/** The client in a Worker. */
import { checkClient } from "./client_checks.js";

export default {
  fetch: async (request) => Response.json(await checkClient(await request.json())),
};

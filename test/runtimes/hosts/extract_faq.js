/** The extractor alone, in a Worker. */
import { extractFaqEntries } from "postern/faq";

export default {
  fetch: async (request) => Response.json(extractFaqEntries(await request.text())),
};

import { createClient } from "postern/client";
import { setting } from "./setting";

/** Reads the posts. The key stays on the server, because only server components and route handlers import this file. */
export const postern = createClient({
  baseUrl: setting("POSTERN_URL"),
  organizationSlug: setting("POSTERN_ORGANIZATION"),
  apiKey: setting("POSTERN_API_KEY"),
});

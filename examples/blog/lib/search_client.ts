import { createClient } from "postern/client";
import { setting } from "./setting";

/** Searches without a key, so that visitors cannot use up the quota of the key that renders the pages. */
export const searchClient = createClient({
  baseUrl: setting("POSTERN_URL"),
  organizationSlug: setting("POSTERN_ORGANIZATION"),
});

import { type Endpoint, ProblemError } from "../../../http/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";

/** `GET /api/public/v1/media/{organizationSlug}/{hash}/{name}`: the bytes of a file. The name can be any text. */
export function getMedia({ media }: Pick<EndpointDeps, "media">): Endpoint {
  return ({ incoming, match, organizationSlug }) => ({
    questions: [],
    respond: async () => {
      if (media === undefined) throw new ProblemError("media-not-found", "This server has no media store");
      return media.respond({ organizationSlug, hash: match.params["hash"] ?? "" }, incoming, match.search);
    },
  });
}

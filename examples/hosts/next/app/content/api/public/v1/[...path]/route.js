/** Next.js, App Router: `app/content/api/public/v1/[...path]/route.js`. Its other routes stay as they are. */
import { api } from "../../../../../../../content_api.js";

/** Next.js caches what it takes for static; the API says itself how its answers may be cached. */
export const dynamic = "force-dynamic";

const answer = (request) => api.fetch(request);
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};

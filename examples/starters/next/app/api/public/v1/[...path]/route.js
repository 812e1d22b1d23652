import { api } from "../../../../../content_api.js";

const handle = (request) => api.fetch(request);
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};

/** In an app of its own this file is as `docs/hosts/` shows it. Here all hosts share one API. */
export { api } from "../content_api.js";

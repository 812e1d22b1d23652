/** In a real app, this file is as shown in `docs/hosts/`. Here, all hosts share one API. */
export { api } from "../content_api.js";

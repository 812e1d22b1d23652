/** React Router: `app/routes/content.js`. */
import { toReactRouterLoader } from "postern/react-router";
import { api } from "../../content_api.js";

const content = toReactRouterLoader(api);
export const loader = content.loader;
export const action = content.action;

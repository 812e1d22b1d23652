import { createDashboard } from "postern/dashboard";
import { toReactRouterLoader } from "postern/react-router";
import { api } from "../../content_api.js";

const dashboard = toReactRouterLoader(createDashboard(api));
export const loader = dashboard.loader;
export const action = dashboard.action;

/**
 * The pages. The dashboard: pages where the members of an organization manage it.
 *
 * @module
 */
export { createDashboard, type Dashboard } from "./create_dashboard.ts";
export type { DashboardApi, DashboardOptions, DashboardUser } from "./dashboard_options.ts";
export type { OpenIdConnectOptions } from "./sign_in/openid_connect_options.ts";

import { createDashboard } from "postern/dashboard";
import { api } from "../../../content_api.js";

const dashboard = createDashboard(api);
const handle = (request) => dashboard.fetch(request);
export { handle as GET, handle as HEAD, handle as POST };

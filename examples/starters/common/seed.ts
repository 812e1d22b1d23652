import { createDashboard } from "postern/dashboard";
import { api } from "./content_api.ts";
import { createContent } from "./create_content.ts";

console.log(await createContent({ api, dashboard: createDashboard(api), origin: "http://localhost:3000" }));
process.exit();

import { insightCsv } from "../../../api/mod.ts";
import { fileResponse } from "../../frame/answers.ts";
import type { PageHandler } from "../../visit.ts";
import { chosenDays } from "./insight_days.ts";

/** Sends the requests as CSV. */
export const downloadInsight: PageHandler = async (visit) => {
  const rows = await visit.api.admin.insight.rows(visit.actor, { days: chosenDays(visit) });
  return fileResponse(insightCsv(rows), {
    type: "text/csv; charset=utf-8",
    name: `insight-${visit.organization.slug}.csv`,
  });
};

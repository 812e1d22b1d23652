import * as v from "valibot";
import { countedDays } from "../../store/mod.ts";

const rule = `must be a whole number from 1 to ${countedDays}`;

/** Validates the days of a report. */
export const insightInput: v.GenericSchema<unknown, { days?: number }> = v.strictObject({
  days: v.exactOptional(
    v.pipe(v.number(rule), v.safeInteger(rule), v.minValue(1, rule), v.maxValue(countedDays, rule)),
  ),
});

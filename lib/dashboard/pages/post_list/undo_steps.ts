import * as v from "valibot";
import { postStatuses } from "../../../content/mod.ts";
import { textsOf } from "../../form/read_form.ts";
import type { UndoStep } from "./change_posts.ts";

const text = v.string();

const stepInput: v.GenericSchema<unknown, UndoStep> = v.strictObject({
  slug: text,
  tag: text,
  fields: v.union([
    v.strictObject({ tags: v.array(text) }),
    v.strictObject({
      status: v.picklist(postStatuses),
      publishedAt: v.exactOptional(text),
    }),
  ]),
});

/** Returns a step as the value of a form field. */
export function toFieldValue(step: UndoStep): string {
  return JSON.stringify(step);
}

/** Reads the steps of a form. Null if the form does not come from a page of the dashboard. */
export function readUndoSteps(form: FormData): UndoStep[] | null {
  const steps: UndoStep[] = [];
  for (const value of textsOf(form, "undo")) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), stepInput), value);
    if (!read.success) return null;
    steps.push(read.output);
  }
  return steps;
}

import * as v from "valibot";
import type { InvalidField } from "../../base/errors.ts";
import { schemaOf } from "../schema_of.ts";
import type { ProblemDetail } from "./problem.ts";
import { type ProblemCode, problems } from "./problems.ts";

/** Schema of an invalid field of a request body. */
export const invalidFieldSchema: v.GenericSchema<InvalidField> = schemaOf<InvalidField>()(
  v.strictObject({
    pointer: v.pipe(
      v.string(),
      v.description("A JSON pointer (RFC 6901) to the invalid value in the body. Empty for the whole body."),
    ),
    message: v.pipe(v.string(), v.description("The values that are allowed there.")),
  }),
);

export const problemSchema: v.GenericSchema<ProblemDetail> = schemaOf<ProblemDetail>()(
  v.strictObject({
    type: v.pipe(
      v.string(),
      v.metadata({ format: "uri-reference" }),
      v.description("URL of the problem's description."),
    ),
    title: v.pipe(v.string(), v.description("The same for every problem with this code.")),
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    detail: v.pipe(v.string(), v.description("The fault in this request, and the allowed values.")),
    code: v.pipe(
      v.picklist(Object.keys(problems) as ProblemCode[]),
      v.description("Identifies the problem. It never changes, so programs can rely on it."),
    ),
    errors: v.exactOptional(
      v.pipe(v.array(invalidFieldSchema), v.description("The invalid values in the body.")),
    ),
  }),
);

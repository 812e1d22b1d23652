import * as v from "valibot";
import type { InvalidField } from "../errors.ts";
import { describes } from "../describes.ts";
import type { ProblemDetail } from "./problem.ts";
import { type ProblemCode, problems } from "./problems.ts";

/** Schema of an invalid field of a request body. */
export const invalidFieldSchema: v.GenericSchema<InvalidField> = describes<InvalidField>()(
  v.strictObject({
    pointer: v.pipe(
      v.string(),
      v.description("A JSON pointer (RFC 6901) to the place in the body; empty for all of it."),
    ),
    message: v.pipe(v.string(), v.description("What is allowed there.")),
  }),
);

/** Schema of a problem detail. */
export const problemSchema: v.GenericSchema<ProblemDetail> = describes<ProblemDetail>()(
  v.strictObject({
    type: v.pipe(
      v.string(),
      v.metadata({ format: "uri-reference" }),
      v.description("The address of the problem's description."),
    ),
    title: v.pipe(v.string(), v.description("The same for every problem of this code.")),
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    detail: v.pipe(v.string(), v.description("What was wrong with this request, and what is allowed.")),
    code: v.pipe(
      v.picklist(Object.keys(problems) as ProblemCode[]),
      v.description("Stays the same for good: programs can go by it."),
    ),
    errors: v.exactOptional(
      v.pipe(v.array(invalidFieldSchema), v.description("What is wrong where, for bodies.")),
    ),
  }),
);

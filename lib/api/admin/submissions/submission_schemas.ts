import * as v from "valibot";
import { instantSchema } from "../../../base/fields/instant_schema.ts";
import { textSchema } from "../../../base/fields/text_schema.ts";
import type {
  ListedSubmission,
  Submission,
  SubmissionAnswer,
  SubmissionState,
} from "../../../content/mod.ts";
import { type QuerySchema, schemaOf } from "../../../http/mod.ts";
import { nextCursorSchema } from "../../representations/post_schema.ts";
import { pageParameters } from "../page_query.ts";

const states: readonly SubmissionState[] = ["pending", "sent-back"];

/** The query parameters of the list of submissions. */
export const submissionsQuery: QuerySchema<{ limit: number; cursor?: string; state?: SubmissionState }> =
  v.object({
    ...pageParameters,
    state: v.exactOptional(
      v.pipe(
        v.picklist(states, `must be one of ${states.join(", ")}`),
        v.description("Only submissions of this state."),
      ),
    ),
  });

const userId = (of: string): v.GenericSchema<string> => textSchema(`The id of the user who ${of}, if known.`);

const answer = schemaOf<SubmissionAnswer>()(
  v.strictObject({
    note: textSchema("Note of the editor to the writer."),
    by: v.exactOptional(userId("sent it back")),
    at: instantSchema,
  }),
);

const entries = {
  postId: v.pipe(v.number(), v.integer()),
  slug: v.string(),
  name: textSchema("The title of the post."),
  version: textSchema("Version of the submitted text, which an approval names."),
  revision: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description("Revision of the post at that time."),
  ),
  note: v.exactOptional(textSchema("Note of the writer to the editors.")),
  by: v.exactOptional(userId("submitted it")),
  at: instantSchema,
  state: v.picklist(states),
  answer: v.exactOptional(v.pipe(answer, v.description("Missing while the submission is pending."))),
};

export const listedSubmissionSchema: v.GenericSchema<ListedSubmission> = schemaOf<ListedSubmission>()(
  v.strictObject(entries),
);

export const submissionSchema: v.GenericSchema<Submission> = schemaOf<Submission>()(
  v.strictObject({
    ...entries,
    presentVersion: textSchema("Version of the text that the writers of the post see now."),
    isCurrent: v.pipe(
      v.boolean(),
      v.description("True if the text is still the submitted text. Only then can it be approved."),
    ),
  }),
);

export const submissionListSchema: v.GenericSchema<{
  submissions: ListedSubmission[];
  nextCursor: string | null;
}> = v.strictObject({ submissions: v.array(listedSubmissionSchema), nextCursor: nextCursorSchema });

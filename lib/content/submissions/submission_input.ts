import * as v from "valibot";
import { prose } from "../../base/fields/kinds.ts";

/** A text to submit. */
export interface SubmissionInput {
  /** Version of the text, as `api.admin.posts.text` returns it. */
  version: string;
  /** Note to the editors, at most 1,000 characters. */
  note?: string;
}

/** An answer that sends a submission back. */
export interface SentBackInput {
  /** The submitted version. */
  version: string;
  /** Note to the writer, at most 1,000 characters. */
  note: string;
}

/** Maximum number of characters of the notes of a submission. */
export const longestNote = 1000;

const noteInput = prose(longestNote).input;

/** Version of the text of a post. */
export const textVersionInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.minLength(1, "must not be empty"),
  v.maxLength(200, "must be at most 200 characters"),
);

/** Validates a text to submit. */
export const submissionInput: v.GenericSchema<unknown, SubmissionInput> = v.strictObject({
  version: textVersionInput,
  note: v.exactOptional(noteInput),
});

/** Validates an answer that sends a submission back. */
export const sentBackInput: v.GenericSchema<unknown, SentBackInput> = v.strictObject({
  version: textVersionInput,
  note: noteInput,
});

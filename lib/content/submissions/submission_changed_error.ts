/** The submission or the text that it names. */
interface Versions {
  slug: string;
  /** The submitted version, or null if the post has no submission. */
  submitted: string | null;
  /** Version of the present text. */
  present: string;
  /** Time at which the submission was sent back (RFC 3339). Default: it is pending. */
  sentBackAt?: string;
}

/** A submission is not pending, or is not the version that the caller names, or its text has changed since. Over HTTP: 409. */
export class SubmissionChangedError extends Error {
  override name = "SubmissionChangedError";
  /** The submitted version, or null if the post has no submission. */
  readonly submitted: string | null;
  /** Version of the present text. */
  readonly present: string;

  constructor(action: string, versions: Versions) {
    super(`${action}: ${reasonOf(versions)}. Read the submission and the text again`);
    this.submitted = versions.submitted;
    this.present = versions.present;
  }
}

function reasonOf({ slug, submitted, present, sentBackAt }: Versions): string {
  const text = `the version of the text is now "${present}"`;
  if (submitted === null) return `"${slug}" has no submission any more, and ${text}`;
  const state = sentBackAt === undefined ? "" : `, which was sent back at ${sentBackAt}`;
  return `the submitted version of "${slug}" is "${submitted}"${state}, and ${text}`;
}

import { ProblemError } from "../../../http/mod.ts";

/** The problem of a missing post, and of an invalid preview. */
export const postNotFound: ProblemError = new ProblemError(
  "post-not-found",
  "No published post has the slug in the path",
  {
    isShared: true,
  },
);

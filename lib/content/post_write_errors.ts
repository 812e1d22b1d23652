import { AlreadyExistsError, ContentionError } from "../errors.ts";

/** Number of times that a write is tried if other writes change the post at the same time. */
export const attempts = 5;

/** Creates the error of a slug that another post has. */
export function slugTaken(action: string, organizationSlug: string, slug: string): AlreadyExistsError {
  return new AlreadyExistsError(
    `${action}: "${organizationSlug}" already has a post with the slug "${slug}"`,
  );
}

/** Creates the error of a post that other writes keep changing. */
export function contention(action: string, slug: string): ContentionError {
  return new ContentionError(`${action}: "${slug}" was changed at the same time, ${attempts} times in a row`);
}

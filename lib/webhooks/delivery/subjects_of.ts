import type { ChangeEvent } from "../../events/mod.ts";

/** Fields of an event that name its subject, or a subject that it replaces. */
interface SubjectFields {
  id?: string | number;
  slug?: string;
  previousSlug?: string;
  replacedKeyId?: string;
  from?: string;
}

/**
 * Returns the subjects of an event: events that share a subject are delivered in their order. A post has its id and its slugs, a redirect its
 * address. Hosts with their own posts know only the slug of a post that is no longer public.
 */
export function subjectsOf({ type, data }: ChangeEvent): string[] {
  const [noun = ""] = type.split(".");
  const kind = noun === "quota" ? "key" : noun;
  const { id, slug, previousSlug, replacedKeyId, from }: SubjectFields = data;
  if (from !== undefined) return [`${kind} from ${from}`];
  const ids = [id, replacedKeyId].filter((part) => part !== undefined);
  const slugs = [slug, previousSlug].filter((part) => part !== undefined);
  return [...ids.map((part) => `${kind} id ${part}`), ...slugs.map((part) => `${kind} slug ${part}`)];
}

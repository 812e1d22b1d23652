/** Scheme, authority, and path with query. */
const absoluteForm = /^(https?):\/\/([^/?#]*)([/?][^#]*)?$/i;

/** A request target in absolute form (RFC 9112, section 3.2.2), taken apart. */
export interface AbsoluteTarget {
  /** `http` or `https`. */
  scheme: string;
  authority: string;
  /** Path and query, beginning with a slash. */
  target: string;
}

/** Takes a request target in absolute form apart, and returns undefined for every other form. */
export function splitAbsoluteForm(target: string): AbsoluteTarget | undefined {
  const [, scheme = "", authority = "", rest = ""] = absoluteForm.exec(target) ?? [];
  if (scheme === "") return undefined;
  return { scheme: scheme.toLowerCase(), authority, target: rest.startsWith("/") ? rest : `/${rest}` };
}

/** Path and query of a request target, for routing and the log alike. A target that has neither is returned as it is. */
export function originForm(target: string): string {
  return target.startsWith("/") ? target : (splitAbsoluteForm(target)?.target ?? target);
}

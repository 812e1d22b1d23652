import type { OAuthWorld } from "./oauth_world.ts";

/** An attack on the sign-in of assistants. */
export interface Attack {
  name: string;
  /** Tries the attack. Returns the response, or the statuses of several. */
  try: (world: OAuthWorld) => Promise<Response | readonly number[]>;
  status: number | readonly number[];
  says?: RegExp;
  /** True if nothing is written, so that one store is enough. Default: false. */
  isStateless?: boolean;
}

/** Returns the parts of an attack's result that tests compare. */
export async function outcomeOf(
  result: Awaited<ReturnType<Attack["try"]>>,
): Promise<{ statuses: readonly number[]; text: string; location: string | null }> {
  if (!(result instanceof Response)) return { statuses: result, text: "", location: null };
  const location = result.headers.get("location");
  return { statuses: [result.status], text: await result.text(), location };
}

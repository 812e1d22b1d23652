import { onFirstUse } from "../../base/first_use.ts";
import type { OAuth, OAuthDeps } from "./oauth.ts";

const load = onFirstUse(() => import("./oauth.ts"));

/** Returns a function that loads the sign-in of assistants on first use. A failed load is tried again. */
export function loadOAuth(deps: OAuthDeps): () => Promise<OAuth> {
  let oauth: OAuth | undefined;
  return async () => {
    const { OAuth: Loaded } = await load();
    return (oauth ??= new Loaded(deps));
  };
}

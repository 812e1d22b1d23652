import * as v from "valibot";
import { isRedirectUri, redirectRule } from "../../access/oauth/mod.ts";
import { nameInput } from "../../base/text/name.ts";
import { longestClientName } from "./oauth_client.ts";

/** Maximum number of redirect addresses of a client. */
const mostRedirects = 20;

/** The metadata of a client that count here (RFC 7591, section 2). */
export interface ClientMetadata {
  client_name?: string;
  redirect_uris: string[];
}

/** Validates the metadata of a client. Other members are ignored. */
export const clientMetadata: v.GenericSchema<unknown, ClientMetadata> = v.object({
  client_name: v.exactOptional(nameInput(longestClientName)),
  redirect_uris: v.pipe(
    v.array(v.pipe(v.string("must be a string"), v.check(isRedirectUri, redirectRule)), "must be an array"),
    v.minLength(1, "must have an address"),
    v.maxLength(mostRedirects, `must have at most ${mostRedirects} addresses`),
  ),
});

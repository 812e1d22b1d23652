import * as v from "valibot";
import { type ApiPlace, previewPageAddress } from "../../base/api_address.ts";
import { InvalidInputError } from "../../base/errors.ts";
import { wellFormed } from "../../base/text/well_formed.ts";
import type { Organization } from "../sources/content_source.ts";

/** Maximum length of the address. */
const longestAddress = 1000;

const form = /^https:\/\/[^/?#\s\\@{}]+\/[^#\s\\]*$/;

/** Validates the address of a site's own preview. */
export const previewUrlInput: v.GenericSchema<unknown, string> = v.pipe(
  v.string("must be a string"),
  v.metadata({ format: "uri-template", pattern: form.source }),
  v.maxLength(longestAddress, `must be at most ${longestAddress} characters`),
  v.check(
    (url) => form.test(url) && URL.canParse(url),
    "must be an absolute https URL with a path, without user, password and fragment",
  ),
  v.check(
    (url) => ["{slug}", "{token}"].every((part) => url.split(part).length === 2),
    "must contain {slug} and {token} once each",
  ),
);

/** @throws {InvalidInputError} if the preview of a site is on another host than the site, which would get the tokens of drafts */
export function requirePreviewHost(
  { siteUrl, previewUrl }: Pick<Organization, "siteUrl" | "previewUrl">,
  action: string,
): void {
  if (previewUrl === undefined) return;
  const { host } = new URL(siteUrl);
  if (new URL(previewUrl).host === host) return;
  throw new InvalidInputError(action, [
    { pointer: "/previewUrl", message: `must be on the host of siteUrl, ${host}` },
  ]);
}

/** Returns the address at which a person opens a preview link: the site's own preview, or the page of the API. */
export function previewUrlOf(
  { slug: organizationSlug, previewUrl }: Pick<Organization, "slug" | "previewUrl">,
  { slug, token }: { slug: string; token: string },
  place: ApiPlace,
): string {
  if (previewUrl === undefined) return previewPageAddress(place, { organizationSlug, slug }, token);
  return previewUrl
    .replace("{slug}", () => encodeURIComponent(wellFormed(slug)))
    .replace("{token}", () => token);
}

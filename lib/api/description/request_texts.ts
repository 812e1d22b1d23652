import * as v from "valibot";
import { longestEntityTags, longestPart } from "../../http/mod.ts";

/** A parameter of a path. */
export const pathPart: v.GenericSchema<string> = v.pipe(v.string(), v.maxLength(longestPart));

/** A list of entity tags in a header. */
export const entityTags: v.GenericSchema<string> = v.pipe(v.string(), v.maxLength(longestEntityTags));

/** A date in a header (RFC 9110, section 5.6.7). Every form has fewer characters. */
export const httpDate: v.GenericSchema<string> = v.pipe(v.string(), v.maxLength(40));

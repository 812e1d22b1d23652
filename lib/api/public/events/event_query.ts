import * as v from "valibot";
import { type ChangeEventType, changeEventTypes } from "../../../events/mod.ts";
import {
  type ExchangeRequest,
  ProblemError,
  parseQuery,
  preferredType,
  type QuerySchema,
} from "../../../http/mod.ts";
import { limitParameter } from "../posts/list_parameters.ts";

/** The media types of events, the default first. */
const eventTypes = ["application/json", "text/event-stream"] as const;

const afterRule = "must be the position of an event: `last` of an earlier response, or 0";
/** Maximum length of a position in the events. */
export const longestPosition = 16;
const positionForm = /^\d{1,16}$/;

const anyType = `(${changeEventTypes.join("|").replaceAll(".", "\\.")})`;
const typesPattern = `^${anyType}(,${anyType})*$`;
const typesForm = new RegExp(typesPattern);
/** Maximum length of the list of event types in a query. */
const longestTypes = 2000;

interface EventQuery {
  after?: number;
  limit: number;
  types?: readonly ChangeEventType[];
}

export const eventParameters: QuerySchema<EventQuery> = v.object({
  after: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        "Start after this position: `last` of an earlier response. Default: the oldest event; for a stream, only new events.",
      ),
      v.regex(positionForm, afterRule),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(0, afterRule),
      v.maxValue(Number.MAX_SAFE_INTEGER - 1, afterRule),
    ),
  ),
  limit: limitParameter("Maximum number of events in the response. A stream ignores it."),
  types: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        "Only events of these types, separated by commas. Default: all types that the key's permissions allow.",
      ),
      v.examples(["post.published,post.unpublished"]),
      v.maxLength(longestTypes, `must be at most ${longestTypes} characters`),
      v.metadata({ pattern: typesPattern }),
      v.check(
        (text) => typesForm.test(text),
        `must be types of events, separated by commas: ${changeEventTypes.join(", ")}`,
      ),
      v.transform((text) => text.split(",") as ChangeEventType[]),
    ),
  ),
});

/** Requested events. */
export interface WantedEvents extends EventQuery {
  isStream: boolean;
  /** True if the request has `Last-Event-ID`. */
  isResumed: boolean;
}

/**
 * Reads the query, the media type and `Last-Event-ID`, which takes precedence over `after`.
 *
 * @throws {ProblemError} if a parameter or the header is invalid
 */
export function wantedEventsOf({ match, incoming }: ExchangeRequest): WantedEvents {
  const query = match.query(readQuery);
  const isStream = preferredType(incoming.headers.get("accept"), eventTypes) === "text/event-stream";
  const lastId = isStream ? incoming.headers.get("last-event-id") : null;
  if (lastId === null || lastId === "") return { ...query, isStream, isResumed: false };
  const after = Number(lastId);
  if (positionForm.test(lastId) && after < Number.MAX_SAFE_INTEGER)
    return { ...query, after, isStream, isResumed: true };
  throw new ProblemError(
    "invalid-header",
    "The header Last-Event-ID must be the `id` of an event in a stream",
  );
}

function readQuery(parameters: URLSearchParams): EventQuery {
  return parseQuery(eventParameters, parameters);
}

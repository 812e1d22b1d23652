import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { type ChangeEvent, changeEventTypes, type EventPage } from "../../events/mod.ts";

/** A page of events in a response. */
export interface EventList extends EventPage {
  /** True if a request with `after` set to `last` returns more events immediately. */
  hasMore: boolean;
}

export const eventSchema: v.GenericSchema = v.strictObject({
  id: textSchema("Identifies the event. An event that is sent twice has the same id."),
  type: v.picklist(changeEventTypes),
  time: v.pipe(v.string(), v.isoTimestamp(), v.description("Time of the change.")),
  organizationSlug: v.string(),
  sequence: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description(
      "Position in the organization's log. A later event has a greater number. Numbers have gaps, and never repeat.",
    ),
  ),
  data: v.pipe(
    v.objectWithRest(
      {
        id: v.exactOptional(v.union([v.string(), v.number()])),
        slug: v.exactOptional(v.string()),
        revision: v.exactOptional(v.number()),
      },
      v.unknown(),
    ),
    v.description("The subject after the change. Its fields depend on the type."),
  ),
});

/** A page of events. */
export const eventListSchema: v.GenericSchema = v.strictObject({
  events: v.pipe(v.array(eventSchema), v.description("Oldest first.")),
  last: v.pipe(
    v.number(),
    v.integer(),
    v.description("Position of the page's end: `after` of the next request."),
  ),
  hasMore: v.pipe(v.boolean(), v.description("True if the next request returns more events immediately.")),
  missedFrom: v.exactOptional(
    v.pipe(
      v.number(),
      v.integer(),
      v.description(
        "Events from this position on are missing: they are older than 7 days, or the organization or the store was replaced. " +
          "Read all posts again.",
      ),
    ),
  ),
});

export const exampleEvent: ChangeEvent<"post.updated"> = {
  id: "evt_k5zq3xj2m7bwa4ht_12_0",
  type: "post.updated",
  time: "2026-06-15T12:00:00.000Z",
  organizationSlug: "acme",
  sequence: 1_781_524_800_000,
  data: {
    id: 7,
    slug: "opening-hours",
    revision: 3,
    name: "Opening hours",
    section: "News",
    language: "en-US",
    tags: ["visit"],
    publishedAt: "2026-06-01T08:00:00.000Z",
    updatedAt: "2026-06-15T12:00:00.000Z",
  },
};

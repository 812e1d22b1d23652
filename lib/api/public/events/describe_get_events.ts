import { jsonContent } from "../../description/openapi_content.ts";
import * as v from "valibot";
import { eventListSchema, exampleEvent } from "../../representations/event_schema.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";
import { eventParameters, longestPosition } from "./event_query.ts";

const { sequence } = exampleEvent;

/** Describes `GET /events/{organizationSlug}`. */
export const describeGetEvents: DescribeOperation = readOperation({
  operationId: "getEvents",
  path: "/events/{organizationSlug}",
  tag: "Events",
  summary: "Read the changes of the last 7 days",
  description:
    "Returns the events of an organization, oldest first. Pass `last` of a response as `after` of the next request. A page can have fewer " +
    "events than `limit`, or none, although `hasMore` is true. Keys with `posts:read` get `post.*`, `redirect.changed` and `organization.updated`, keys with " +
    "`keys:manage` also `key.*` and `quota.reached`, keys with `members:manage` also `member.changed` and `invitation.changed`. " +
    "`knowledge.*` needs `keys:manage` or `members:manage`.\n\nWith `Accept: text/event-stream`, the response is a stream of server-sent " +
    "events that stays open. It counts as one request. It ends when the key is revoked or expires. `id` of a streamed event is its position. " +
    "`retry` grows while streams of the key are cut soon. " +
    "The event `missed` says that events are missing.",
  needsKey: true,
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      description:
        "The `id` of the last event of an earlier stream. It takes precedence over `after`. Only for streams.",
      schema: v.pipe(v.string(), v.maxLength(longestPosition)),
      example: String(sequence),
    },
  ],
  query: eventParameters,
  responseDescription: "A page of events, or a stream.",
  content: jsonContent(eventListSchema, {
    page: {
      summary: "The last page",
      value: { events: [exampleEvent], last: sequence, hasMore: false },
    },
  }),
  alternative: {
    mediaType: "text/event-stream",
    schema: v.string(),
    examples: {
      stream: {
        summary: "A stream with an event",
        value: `id: ${sequence}\nevent: ${exampleEvent.type}\ndata: ${JSON.stringify(exampleEvent)}\n\n`,
      },
    },
  },
  problems: ["invalid-parameter", "invalid-header", "streams-unavailable", "too-many-streams"],
});

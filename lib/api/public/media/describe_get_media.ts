import * as v from "valibot";
import { variantQuery } from "../../../media/variants/variant_query.ts";
import { problemResponses } from "../../description/problem_responses.ts";
import type { ApiOptions } from "../../api_options.ts";
import type { DescribeOperation } from "../../description/read_operation.ts";
import { entityTags, pathPart } from "../../description/openapi_content.ts";
import type { Parameter, ResponseDescription } from "../../../http/openapi/mod.ts";

/** Returns the headers of every response. */
const commonHeaders = ({ cors }: ApiOptions): string[] => [
  "Cache-Control",
  "Access-Control-Allow-Origin",
  "X-Content-Type-Options",
  ...(cors.origins === "*" ? [] : ["Vary"]),
];
const ofFile = [
  "ETag",
  "Accept-Ranges",
  "Content-Security-Policy",
  "Cross-Origin-Resource-Policy",
  "Content-Disposition",
];

const hash = "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12";

const pathParameter = (name: string, description: string, example: string): Parameter => ({
  name,
  in: "path",
  description,
  schema: pathPart,
  example,
});

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: "header",
  description,
  schema: entityTags,
  example,
});

const content: NonNullable<ResponseDescription["content"]> = {
  mediaType: "*/*",
  schema: v.unknown(),
  examples: { text: { summary: "A drawing", value: "<svg xmlns='http://www.w3.org/2000/svg'/>" } },
};

/** Describes `GET /media/{organizationSlug}/{hash}/{name}`. */
export const describeGetMedia: DescribeOperation = (options) => ({
  operationId: "getMedia",
  method: "get",
  path: "/media/{organizationSlug}/{hash}/{name}",
  tag: "Media",
  summary: "Get the bytes of a file",
  description:
    "Returns a picture or another file. Keys are neither needed nor counted. The bytes of an address never change. Files that browsers must not " +
    "show at their own address are attachments. With `w` or `format`, the response is a smaller copy of the picture. It is the picture itself, for " +
    "10 minutes, if the copy cannot be made.",
  needsKey: false,
  query: variantQuery,
  parameters: [
    pathParameter("organizationSlug", "The slug of the organization.", "acme"),
    pathParameter("hash", "The hash of the file.", hash),
    pathParameter("name", "A name for people. It can be any text.", "harbour.jpg"),
    header("Range", "A single range of bytes. The whole file is sent for other values.", "bytes=0-1023"),
    header("If-Range", "The `ETag` for which the range applies.", `"${hash}"`),
    header("If-Match", "ETags. The response is 412 if the file has a different ETag.", `"${hash}"`),
    header("If-None-Match", "ETags of the client's copies. The response is 304 for a copy.", `"${hash}"`),
  ],
  responses: [
    { status: 200, description: "The file.", headers: [...commonHeaders(options), ...ofFile], content },
    {
      status: 206,
      description: "A part of the file.",
      headers: [...commonHeaders(options), ...ofFile, "Content-Range"],
      content,
    },
    { status: 304, description: "The client has the file.", headers: [...commonHeaders(options), "ETag"] },
    ...problemResponses(
      [
        "malformed-path",
        "invalid-parameter",
        "media-not-found",
        "precondition-failed",
        "range-not-satisfiable",
        "internal-error",
        "busy",
        "store-unavailable",
        "store-refused",
      ],
      commonHeaders(options),
    ),
  ],
});

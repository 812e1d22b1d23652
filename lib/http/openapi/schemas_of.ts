import type * as v from "valibot";
import type { ApiDescription, Content, Operation } from "./api_description.ts";

/** The described side of a schema: its input or its output. */
export type Side = "input" | "output";

export type AnySchema = v.ObjectEntries[string];

/** The schemas of a description by side. */
export type DescribedSchemas = Readonly<Record<Side, readonly AnySchema[]>>;

/** Lists all schemas in the document of an API. Query parameters are described by their output, all others by their input. */
export function schemasOf({ headers, operations }: ApiDescription): DescribedSchemas {
  return {
    input: [...Object.values(headers), ...operations.flatMap(describedBy)].flatMap(
      ({ schema = [] }) => schema,
    ),
    output: operations.flatMap(({ query }) => Object.values(query?.entries ?? {})),
  };
}

function describedBy({ parameters, body, responses }: Operation): { schema: AnySchema }[] {
  const contents: (Pick<Content, "schema"> | undefined)[] = [
    body,
    body?.alternative,
    ...responses.flatMap(({ content, alternative }) => [content, alternative]),
  ];
  return [...parameters, ...contents.filter((content) => content !== undefined)];
}

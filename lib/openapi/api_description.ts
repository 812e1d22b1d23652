import type * as v from "valibot";

/** What an API is described from: the schemas that it validates and answers by, and words. */
export interface ApiDescription {
  title: string;
  summary: string;
  /** CommonMark, as all descriptions are. */
  description: string;
  version: string;
  /** The address that all paths are below: `/api/public/v1`. */
  server: string;
  tags: readonly { name: string; description: string }[];
  /** The header that keys are sent in. */
  keyHeader: { name: string; description: string };
  /** Schemas that are described once, by name. */
  schemas: Readonly<Record<string, v.GenericSchema>>;
  /** Headers of the answers, by name. */
  headers: Readonly<Record<string, HeaderDescription>>;
  /** Bodies that several answers show as examples, by name. */
  examples: Readonly<Record<string, Example>>;
  operations: readonly Operation[];
}

/** One endpoint with one method. */
export interface Operation {
  operationId: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Below the server's address: `/post/{organizationSlug}`. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  needsKey: boolean;
  /** Permissions that the key's user must have, by name. Default: nothing beyond what every key may. */
  permissions?: readonly string[];
  parameters: readonly Parameter[];
  /** The schema of the query parameters. */
  query?: { readonly entries: v.ObjectEntries };
  body?: BodyDescription;
  responses: readonly ResponseDescription[];
}

/** A body in JSON that a request has. */
export interface BodyDescription {
  description: string;
  /** Default: false. */
  isOptional?: boolean;
  schema: v.GenericSchema;
  examples: Readonly<Record<string, Example>>;
  /** The same in another media type. */
  alternative?: Content;
}

/** A parameter of the path or a header. */
export interface Parameter {
  name: string;
  in: "path" | "header";
  description: string;
  schema: v.GenericSchema;
  example: string;
}

/** An answer with one status. */
export interface ResponseDescription {
  status: number;
  description: string;
  /** Names of the API's headers. */
  headers: readonly string[];
  content?: Content;
  /** The same in another media type, for who asks for it by `Accept`. */
  alternative?: Content;
}

/** A body of one media type. */
export interface Content {
  mediaType: string;
  schema: v.GenericSchema;
  /** The example's text, or names of the API's examples. */
  examples: Readonly<Record<string, Example>> | readonly string[];
}

/** A body as it may be sent. */
export interface Example {
  summary: string;
  value: unknown;
}

/** A header of an answer. */
export interface HeaderDescription {
  description: string;
  /** Whether every answer that is described with it has it. */
  isRequired: boolean;
  schema: v.GenericSchema;
  example: string | number;
}

import type * as v from "valibot";

/** Description of an API: its texts, and the schemas of its requests and responses. */
export interface ApiDescription {
  title: string;
  summary: string;
  /** CommonMark, like all descriptions. */
  description: string;
  version: string;
  /** Base path of all paths, such as `/api/public/v1`. */
  server: string;
  tags: readonly { name: string; description: string }[];
  /** The header for API keys. */
  keyHeader: { name: string; description: string };
  /** Shared schemas by name. */
  schemas: Readonly<Record<string, v.GenericSchema>>;
  /** Response headers by name. */
  headers: Readonly<Record<string, HeaderDescription>>;
  /** Shared example bodies of responses, by name. */
  examples: Readonly<Record<string, Example>>;
  operations: readonly Operation[];
}

/** A method of a path. */
export interface Operation {
  operationId: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Path below the server, such as `/post/{organizationSlug}`. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  needsKey: boolean;
  /** Names of the permissions that the key's user needs. Default: none. */
  permissions?: readonly string[];
  /** Names of the permissions that are enough for posts that the key's user created. Default: the same as for all posts. */
  ownPermissions?: readonly string[];
  parameters: readonly Parameter[];
  /** The schema of the query parameters. */
  query?: { readonly entries: v.ObjectEntries };
  body?: BodyDescription;
  responses: readonly ResponseDescription[];
}

/** A body of a request. */
export interface BodyDescription {
  description: string;
  /** Default: JSON. */
  mediaType?: string;
  /** Default: false. */
  isOptional?: boolean;
  schema: v.GenericSchema;
  examples: Readonly<Record<string, Example>>;
  /** The same content in a second media type. */
  alternative?: Content;
}

/** A path parameter or a header. */
export interface Parameter {
  name: string;
  in: "path" | "header";
  description: string;
  schema: v.GenericSchema;
  example: string;
}

/** A response with a status. */
export interface ResponseDescription {
  status: number;
  description: string;
  /** Names of the API's headers. */
  headers: readonly string[];
  content?: Content;
  /** The same content in a second media type, for clients that request it with `Accept`. */
  alternative?: Content;
}

/** A body of a media type. */
export interface Content {
  mediaType: string;
  schema: v.GenericSchema;
  /** Examples, or names of the API's shared examples. */
  examples: Readonly<Record<string, Example>> | readonly string[];
}

/** An example of a body. */
export interface Example {
  summary: string;
  value: unknown;
}

/** A response header. */
export interface HeaderDescription {
  description: string;
  /** True if every response that lists the header has it. Default: false. */
  isRequired?: true;
  /** Default: a text. */
  schema?: v.GenericSchema;
  example: string | number;
}

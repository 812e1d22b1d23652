/** The parts of an OpenAPI 3.1 document that Postern writes. */
export interface OpenApiDocument {
  openapi: "3.1.1";
  info: {
    title: string;
    summary: string;
    description: string;
    version: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    securitySchemes: Record<string, object>;
    schemas: Record<string, JsonSchema>;
    headers: Record<string, HeaderObject>;
    examples: Record<string, ExampleObject>;
  };
}

/** A reference to a component. */
export interface Reference {
  $ref: string;
}

/** The parts of a JSON Schema (draft 2020-12) that Postern writes. */
export interface JsonSchema {
  $ref?: string;
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  title?: string;
  description?: string;
  examples?: (string | number)[];
  default?: string | number | boolean;
  const?: string | number | boolean | null;
  enum?: (string | number)[];
  anyOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  maxProperties?: number;
  additionalProperties?: boolean | JsonSchema;
}

/** OpenAPI's Operation Object. */
export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  /** Names of permissions. OpenAPI 3.1 allows them in the security requirement, but Spectral treats them as OAuth scopes there. */
  "x-permissions"?: string[];
  /** Names of permissions that are enough for posts that the user created. */
  "x-own-permissions"?: string[];
  parameters?: ParameterObject[];
  requestBody?: { required: boolean; description: string; content: Record<string, MediaTypeObject> };
  responses: Record<string, ResponseObject>;
}

/** OpenAPI's Parameter Object. */
export interface ParameterObject {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

/** OpenAPI's Response Object. */
export interface ResponseObject {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, MediaTypeObject>;
}

/** OpenAPI's Media Type Object. */
export interface MediaTypeObject {
  schema: JsonSchema;
  examples: Record<string, ExampleObject | Reference>;
}

/** OpenAPI's Header Object. */
export interface HeaderObject {
  description: string;
  required: boolean;
  schema: JsonSchema;
  example: string | number;
}

/** OpenAPI's Example Object. */
export interface ExampleObject {
  summary: string;
  value: unknown;
}

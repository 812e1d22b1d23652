/** Reads YAML front matter. */
export { FrontMatterError } from "./front_matter_error.ts";
export { jsonEnd } from "./json_end.ts";
export type { DuplicateKey } from "./plain_values.ts";
export { readYaml } from "./read_yaml.ts";

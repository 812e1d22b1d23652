import { composeYaml, type ComposedYaml } from "./compose_yaml.ts";
import { FrontMatterError } from "./front_matter_error.ts";
import { indentContinuations } from "./indent_continuations.ts";
import { type DuplicateKey, plainValues } from "./plain_values.ts";
import { yamlDepth } from "./yaml_depth.ts";

/** Maximum nesting of YAML, because its parser is recursive. */
const maxDepth = 64;

/** Maximum length in characters of a text whose continuation lines are indented. */
const maxIndentedLength = 262_144;

/**
 * Reads YAML as Ruby's Psych and js-yaml do: quoted texts need no indentation, and the last of several equal names wins.
 * Texts such as `yes` and `2026-11-21` stay texts.
 *
 * @throws {FrontMatterError} with the line of the error
 */
export function readYaml(text: string): { data: unknown; duplicates: DuplicateKey[] } {
  if (yamlDepth(text) > maxDepth) {
    throw new FrontMatterError(`it is nested more than ${maxDepth} levels deep`, 1);
  }
  return plainValues(composeTolerantly(text));
}

function composeTolerantly(text: string): ComposedYaml {
  try {
    return compose(text);
  } catch (error) {
    const indented =
      error instanceof FrontMatterError ? indentContinuations(text, maxIndentedLength) : undefined;
    if (indented === undefined || indented === text) throw error;
    return compose(indented);
  }
}

function compose(text: string): ComposedYaml {
  try {
    return composeYaml(text);
  } catch (error) {
    // The depth above does not count pairs in flow lists, such as `[a: [b: c]]`.
    if (!(error instanceof RangeError)) throw error;
    throw new FrontMatterError(`it is nested more than ${maxDepth} levels deep`, 1, error);
  }
}

interface Described {
  description?: string;
  /** Default: true for a positional argument without a default, else false. */
  required?: boolean;
}

interface BooleanDefinition extends Described {
  type: "boolean";
  default?: boolean;
}

interface TextDefinition extends Described {
  type: "string" | "positional";
  default?: string;
}

interface ChoiceDefinition extends Described {
  type: "enum";
  options: readonly string[];
  default?: string;
}

/** A flag or a positional argument of a command. */
export type ArgumentDefinition = BooleanDefinition | TextDefinition | ChoiceDefinition;

/** The arguments of a command by name. Positional arguments are in their order. */
export type ArgumentDefinitions = Record<string, ArgumentDefinition>;

/** The values of a command's arguments. */
export type Arguments<Definitions extends ArgumentDefinitions> = {
  [Name in keyof Definitions]: ValueOf<Definitions[Name]>;
} & {
  /** All positional arguments. */
  _: string[];
};

type ValueOf<Definition> = Definition extends { default: string | boolean } | { required: true }
  ? GivenValue<Definition>
  : GivenValue<Definition> | undefined;

type GivenValue<Definition> = Definition extends { type: "boolean" }
  ? boolean
  : Definition extends { type: "enum"; options: readonly (infer Choice)[] }
    ? Choice
    : string;

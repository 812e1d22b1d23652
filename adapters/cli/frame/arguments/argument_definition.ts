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

/** A flag with a text. It is undefined without the flag, unless it has a default. */
export interface TextFlag {
  type: "string";
  description: string;
}

/** A flag that is on or off. It is undefined without the flag. */
export interface OptionalToggle {
  type: "boolean";
  description: string;
}

/** A flag that is off unless it is given. */
export interface Toggle extends OptionalToggle {
  default: boolean;
}

/** Defines a flag with a text. */
export function text(description: string): TextFlag;
/** Defines a flag with a text that has a default. */
export function text(description: string, value: string): TextFlag & { default: string };
export function text(description: string, value?: string): TextFlag & { default?: string } {
  return { type: "string", description, ...(value !== undefined && { default: value }) };
}

/** Defines a flag with a text that must be given. */
export function requiredText(description: string): TextFlag & { required: true } {
  return { type: "string", description, required: true };
}

/** Defines a flag that is off unless it is given. */
export function toggle(description: string): Toggle {
  return { type: "boolean", description, default: false };
}

/** Defines a flag that is on, off or not given. */
export function optionalToggle(description: string): OptionalToggle {
  return { type: "boolean", description };
}

interface Positional<Required extends boolean> {
  type: "positional";
  description: string;
  required: Required;
}

/** Defines a positional argument that must be given. */
export function positional(description: string): Positional<true> {
  return { type: "positional", description, required: true };
}

/** Defines a positional argument that can be left out. */
export function optionalPositional(description: string): Positional<false> {
  return { type: "positional", description, required: false };
}

/** A flag whose value is one of several. */
export interface ChoiceFlag<Choice extends string> {
  type: "enum";
  description: string;
  options: readonly Choice[];
}

/** Defines a flag whose value is one of several. */
export function choice<const Choice extends string>(
  description: string,
  options: readonly Choice[],
): ChoiceFlag<Choice>;
/** Defines a flag whose value is one of several, with a default. */
export function choice<const Choice extends string>(
  description: string,
  options: readonly Choice[],
  value: NoInfer<Choice>,
): ChoiceFlag<Choice> & { default: Choice };
export function choice<Choice extends string>(
  description: string,
  options: readonly Choice[],
  value?: Choice,
): ChoiceFlag<Choice> & { default?: Choice } {
  return { type: "enum", description, options, ...(value !== undefined && { default: value }) };
}

/** The arguments of a command by name. Positional arguments are in their order. */
export type ArgumentDefinitions = Record<string, ArgumentDefinition>;

/** The values of some arguments. */
export type ValuesOf<Definitions extends ArgumentDefinitions> = {
  [Name in keyof Definitions]: ValueOf<Definitions[Name]>;
};

/** The values of a command's arguments. */
export type Arguments<Definitions extends ArgumentDefinitions> = ValuesOf<Definitions> & {
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

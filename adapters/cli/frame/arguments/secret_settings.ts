import type { ArgumentDefinition, ArgumentDefinitions } from "./argument_definition.ts";

const secrets = new WeakSet<ArgumentDefinition>();

/** Marks settings that have no flag, because other users can see a command line and shells store it. */
export function asSecrets<const Args extends ArgumentDefinitions>(args: Args): Args {
  for (const definition of Object.values(args)) secrets.add(definition);
  return args;
}

/** Returns the arguments that have a flag. */
export function withoutSecretSettings(args: ArgumentDefinitions): ArgumentDefinitions {
  return Object.fromEntries(Object.entries(args).filter(([, definition]) => !secrets.has(definition)));
}

export function isSecret(definition: ArgumentDefinition): boolean {
  return secrets.has(definition);
}

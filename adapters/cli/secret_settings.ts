import type { ArgDef, ArgsDef } from "citty";

const secrets = new WeakSet<ArgDef>();

/** Marks settings that are no flags: every user of the machine can see a command line, and shells remember it. */
export function asSecrets<const Args extends ArgsDef>(args: Args): Args {
  for (const definition of Object.values(args)) secrets.add(definition);
  return args;
}

/** The arguments that a command line can give. */
export function withoutSecretSettings(args: ArgsDef): ArgsDef {
  return Object.fromEntries(Object.entries(args).filter(([, definition]) => !secrets.has(definition)));
}

export function isSecret(definition: ArgDef): boolean {
  return secrets.has(definition);
}

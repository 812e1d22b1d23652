import { ContentionError } from "../../base/errors.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import { sha256Hex } from "../../base/secrets/sha256.ts";
import type { Location, Store } from "../../store/mod.ts";
import { randomBase62 } from "./base62.ts";

const secretLength = 43;

interface TextSecret {
  secret: string;
}

/** Returns the location of the secret from which the key of a user's unsaved texts derives. */
export function textSecretLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["text-secret"] };
}

/** Derives the key of a user's unsaved texts from the user's secret, which the first call creates. */
export async function textKeyOf(
  { store, randomBytes }: { store: Store; randomBytes: RandomBytes },
  userId: string,
): Promise<string> {
  const location = textSecretLocation(userId);
  const secret = (await secretAt(store, location)) ?? (await createSecret(store, location, randomBytes));
  return sha256Hex(`unsaved text ${secret}`);
}

async function createSecret(store: Store, location: Location, randomBytes: RandomBytes): Promise<string> {
  const { partition, key } = location;
  const data: TextSecret = { secret: randomBase62(randomBytes, secretLength) };
  const result = await store.commit(partition, { checks: [{ key, exists: false }], sets: [{ key, data }] });
  const secret = result.committed ? data.secret : await secretAt(store, location);
  if (secret !== undefined) return secret;
  throw new ContentionError("Cannot create the key of unsaved texts: the user was deleted at the same time");
}

async function secretAt(store: Store, location: Location): Promise<string | undefined> {
  return (await store.get<TextSecret>(location))?.data.secret;
}

import * as v from "valibot";
import {
  emailInput,
  isEqualInConstantTime,
  sha256Hex,
  type User,
  userDirectory,
  userLocation,
  type Users,
} from "../../access/mod.ts";
import { nameInput } from "../../base/text/name.ts";
import { validate } from "../../base/input/validate.ts";
import { type RandomBytes, randomId } from "../../base/secrets/random.ts";
import { organizationDirectory, organizationKey, siteUrlInput } from "../../content/mod.ts";
import type { KeyPart, Location, Store, StoreAndClock } from "../../store/mod.ts";
import { PeopleRefusedError } from "./people_errors.ts";
import type { NewOrganization } from "./new_organizations.ts";

/** Lifetime of a code: a day, in milliseconds. */
const codeLife = 86_400_000;
/** Characters of a code: 80 random bits. */
const codeLength = 16;
/** Maximum number of codes that are compared within {@link guessWindow}. */
const mostGuesses = 20;
/** Ten minutes, in milliseconds. */
const guessWindow = 600_000;
/** Time that a first run may take after its code was accepted, in milliseconds. It was interrupted if it takes longer. */
const claimLife = 60_000;
/** Number of entries of a directory that are read to find out whether it is empty. */
const mostEntries = 20;

const partition: readonly string[] = ["first-run"];
const codeKey: readonly KeyPart[] = ["code"];
const claimKey: readonly KeyPart[] = ["claim"];
const guessesKey: readonly KeyPart[] = ["guesses"];

interface CodeRecord {
  hash: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
}

/** The run whose code was accepted. It is deleted when the organization exists. */
interface ClaimRecord {
  userId: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** A new code. */
export interface FirstRunCode {
  /** 16 characters in groups of four. It is returned only once; only its hash is stored. */
  code: string;
  /** RFC 3339. */
  expiresAt: string;
}

/** Input of the first run. */
export interface FirstRunInput {
  /** Name of the organization, 1 to 200 characters. */
  organization: string;
  /** Absolute http or https URL of the organization's site. */
  siteUrl: string;
  /** Name of the owner, 1 to 200 characters. */
  name: string;
  /** Email address of the owner. */
  email: string;
}

const firstRunInput: v.GenericSchema<unknown, FirstRunInput> = v.strictObject({
  organization: nameInput(200),
  siteUrl: siteUrlInput,
  name: nameInput(200),
  email: emailInput,
});

/** Dependencies of {@link FirstRun}. */
export interface FirstRunDeps extends StoreAndClock {
  randomBytes: RandomBytes;
  users: Users;
  /** True if the store has the users and organizations, not the host. */
  isOffered: boolean;
  setOperator: (userId: string, isOperator: boolean) => Promise<void>;
  createOrganization: (owner: User, organization: NewOrganization) => Promise<string>;
}

/** Makes the first organization and its owner, for whoever has the code that the server printed. */
export class FirstRun {
  readonly #deps: FirstRunDeps;
  /** True once the store has a user or an organization. */
  #isOver = false;

  constructor(deps: FirstRunDeps) {
    this.#deps = deps;
  }

  /**
   * Returns true if the store has neither a user nor an organization. Damaged records count as users and organizations.
   *
   * @throws {StoreUnavailableError} if the store cannot be read
   */
  async isOpen(): Promise<boolean> {
    const { store, clock, isOffered } = this.#deps;
    if (!isOffered || this.#isOver) return false;
    const claim = (await store.get<ClaimRecord>({ partition, key: claimKey }))?.data;
    const [hasUser, hasOrganization] = await Promise.all([
      isUsed(store, userDirectory, "userId", userLocation, claim?.userId),
      isUsed(store, organizationDirectory, "slug", organizationLocation),
    ]);
    this.#isOver = hasUser || hasOrganization;
    // The clock may have been moved back since.
    const isRunning = claim !== undefined && Math.abs(clock.now() - claim.at) < claimLife;
    return !this.#isOver && !isRunning;
  }

  /**
   * Creates a code, which replaces an earlier one: the store has only its hash, so no process could print it again. Returns null if the
   * store has a user or an organization.
   */
  async createCode(): Promise<FirstRunCode | null> {
    if (!(await this.isOpen())) return null;
    const { store, clock, randomBytes } = this.#deps;
    const code = randomId(randomBytes, codeLength);
    const createdAt = clock.now();
    const expiresAt = createdAt + codeLife;
    const data: CodeRecord = { hash: sha256Hex(code), createdAt, expiresAt };
    await store.commit(partition, { sets: [{ key: codeKey, data, expiresAt }] });
    return { code: code.replace(/(.{4})(?!$)/g, "$1-"), expiresAt: new Date(expiresAt).toISOString() };
  }

  /** Returns the time at which the current code was created (RFC 3339), or null without a code. */
  async codeCreatedAt(): Promise<string | null> {
    const found = await this.#readCode();
    return found && new Date(found.data.createdAt).toISOString();
  }

  /**
   * Makes the organization, and its owner, who is an operator. The code is used up before. Of concurrent calls with the code, one succeeds.
   *
   * @returns the owner, and the slug of the organization
   * @throws {InvalidInputError} if the input is invalid. The code stays usable
   * @throws {PeopleRefusedError} if the code is wrong, or the store is no longer empty
   */
  async complete(code: string, input: FirstRunInput): Promise<{ owner: User; organizationSlug: string }> {
    const { store, clock, randomBytes, users } = this.#deps;
    const valid = validate(firstRunInput, input, "Cannot set up this server");
    if (!(await this.isOpen())) throw alreadyDone();
    const version = await this.#checkCode(code);
    await this.#removeInterrupted();
    const claim: ClaimRecord = { userId: randomId(randomBytes), at: clock.now() };
    const claimed = await store.commit(partition, {
      checks: [{ key: codeKey, version }],
      sets: [{ key: claimKey, data: claim }],
      deletes: [codeKey, guessesKey],
    });
    if (!claimed.committed) throw alreadyDone();
    const { organization: name, siteUrl, email } = valid;
    const owner = await users.create({ id: claim.userId, name: valid.name, email });
    await this.#deps.setOperator(owner.id, true);
    const organizationSlug = await this.#deps.createOrganization(owner, { name, siteUrl });
    await store.commit(partition, { deletes: [claimKey] });
    return { owner, organizationSlug };
  }

  /** Deletes the owner that an interrupted run has left without an organization. */
  async #removeInterrupted(): Promise<void> {
    const { store, users } = this.#deps;
    const before = await store.get<ClaimRecord>({ partition, key: claimKey });
    if (before !== null && (await users.get(before.data.userId)) !== null)
      await users.delete(before.data.userId);
  }

  /** Returns the version of the code's record if the code is right. Every comparison counts, so that concurrent guesses cannot exceed the limit. */
  async #checkCode(code: string): Promise<string> {
    const { store, clock } = this.#deps;
    const expiresAt = clock.now() + guessWindow;
    const guess = { key: guessesKey, add: 1, max: mostGuesses, expiresAt };
    const counted = await store.commit(partition, { sums: [guess] });
    if (!counted.committed) {
      throw new PeopleRefusedError(429, "Too many codes were tried. Wait ten minutes, then try again.");
    }
    const found = await this.#readCode();
    const hash = sha256Hex(
      code
        .toLowerCase()
        .replace(/[^a-z2-7]/g, "")
        .slice(0, codeLength + 1),
    );
    if (isEqualInConstantTime(hash, found?.data.hash ?? sha256Hex("")) && found !== null)
      return found.version;
    throw new PeopleRefusedError(
      403,
      "This is not the code, or it has expired. Use the code that the server printed last. Start the server again to get a new code.",
    );
  }

  async #readCode(): Promise<{ data: CodeRecord; version: string } | null> {
    const { store, clock } = this.#deps;
    const found = await store.get<CodeRecord>({ partition, key: codeKey });
    return found !== null && clock.now() < found.data.expiresAt ? found : null;
  }
}

function organizationLocation(slug: string): Location {
  return { partition: ["org", slug], key: organizationKey };
}

/**
 * Returns true if an entry of a directory has its record. Interrupted creations leave entries without a record.
 *
 * @param without name that does not count
 */
async function isUsed(
  store: Store,
  directory: readonly string[],
  field: string,
  locationOf: (name: string) => Location,
  without?: string,
): Promise<boolean> {
  let isDamaged = false;
  const onDamaged = (): void => void (isDamaged = true);
  const options = { prefix: [], limit: mostEntries, onDamaged };
  const entries = await store.list<Record<string, string>>(directory, options);
  if (isDamaged || entries.length === mostEntries) return true;
  const names = entries.map(({ data }) => data[field] ?? "").filter((name) => name !== without);
  const found = await store.getManyOrDamage<object[]>(names.map(locationOf));
  return found.some((record) => record !== null);
}

function alreadyDone(): PeopleRefusedError {
  return new PeopleRefusedError(
    409,
    "This server was set up in the meantime, by another browser or a command. Sign in, or ask the operator for a sign-in link.",
  );
}

import * as v from "valibot";
import {
  addressProofLocation,
  emailInput,
  isEqualInConstantTime,
  randomBase62,
  sha256Hex,
  type User,
  userLocation,
  type Users,
} from "../../access/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import { validate } from "../../base/input/validate.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import { sessionTokenLength } from "../../base/secrets/secret_forms.ts";
import type { StoreAndClock } from "../../store/mod.ts";
import { composeMail, nameInMail } from "./compose_mail.ts";
import type { Mailer } from "./mailer.ts";
import { PeopleRefusedError } from "./people_errors.ts";
import type { AddressOfLink } from "./people_links.ts";

const action = "Cannot add the email address";
/** Lifetime of a link: an hour, in milliseconds. */
const linkLife = 3_600_000;
const addressInput: v.GenericSchema<unknown, { email: string }> = v.strictObject({ email: emailInput });

/** The address that a user is proving. It expires, and a later one replaces it. */
interface ProofRecord {
  /** Hash of the token of the link. */
  hash: string;
  email: string;
}

/** The user of a session. */
export interface SessionUser {
  userId: string;
  /** Slug of the only organization that the session opens. Default: all organizations of the user. */
  only?: string | undefined;
}

/** Dependencies of {@link AddressProofs}. */
export interface AddressProofsDeps extends StoreAndClock {
  randomBytes: RandomBytes;
  users: Users;
}

/** Lets users without an email address add one. It counts only after the user has opened the link of a mail to it. */
export class AddressProofs {
  readonly #deps: AddressProofsDeps;
  readonly #mailer: Mailer;

  constructor(deps: AddressProofsDeps, mailer: Mailer) {
    this.#deps = deps;
    this.#mailer = mailer;
  }

  /**
   * Mails a link that proves an address, within an hour. It is mailed whether another user has the address or not, so that nobody learns that.
   *
   * @returns the address
   * @throws {InvalidInputError} if the address is invalid
   * @throws {PeopleRefusedError} if the user may not add an address, or too many mails were sent
   * @throws {MailFailedError} if the mail cannot be sent
   */
  async request(session: SessionUser, address: string, urlOf: AddressOfLink): Promise<string> {
    const { store, clock, randomBytes } = this.#deps;
    const { email } = validate(addressInput, { email: address }, action);
    const { id: userId, name } = await this.#requireUser(session);
    await this.#mailer.admit(email, { userId });
    const token = randomBase62(randomBytes, sessionTokenLength);
    const { partition, key } = addressProofLocation(userId);
    const data: ProofRecord = { hash: sha256Hex(token), email };
    const checks = [{ key: userLocation(userId).key, exists: true }];
    const sets = [{ key, data, expiresAt: clock.now() + linkLife }];
    await store.commit(partition, { checks, sets });
    const parts = [
      `Open this link in the browser in which you are signed in as ${nameInMail(name)}, and press the button to use this address for your account. It works once, within an hour:`,
      { url: urlOf(token), label: "Use this address" },
      "If you did not ask for it, ignore this mail. Nothing happens then.",
    ];
    await this.#mailer.send(
      composeMail({ kind: "address-proof", to: email, subject: "Confirm your email address", parts }),
    );
    return email;
  }

  /** Returns the address of a link, or null if the link is over or of another user. Does not use up the link. */
  async find({ userId }: SessionUser, token: string): Promise<string | null> {
    const found = await this.#deps.store.get<ProofRecord>(addressProofLocation(userId));
    return found !== null && isEqualInConstantTime(sha256Hex(token), found.data.hash)
      ? found.data.email
      : null;
  }

  /**
   * Gives the user the address of a link.
   *
   * @returns the address, or null if the link is over or of another user
   * @throws {AlreadyExistsError} if another user has the address
   * @throws {PeopleRefusedError} if the user may not add an address
   */
  async confirm(session: SessionUser, token: string): Promise<string | null> {
    const email = await this.find(session, token);
    if (email === null) return null;
    const { id: userId } = await this.#requireUser(session);
    await this.#deps.users.addEmail(userId, email, { by: userId });
    const { partition, key } = addressProofLocation(userId);
    await this.#deps.store.commit(partition, { deletes: [key] });
    return email;
  }

  /**
   * Returns the user of a session. A session of one organization may be of another member, who made its link. With an address, that member
   * could open the other and the later organizations of the user.
   */
  async #requireUser({ userId, only }: SessionUser): Promise<User> {
    if (only !== undefined) {
      throw new PeopleRefusedError(
        403,
        `${action}: the link that signed you in opens one organization. Ask the operator of this server for a link, or an owner for an invitation to your address`,
      );
    }
    const user = await this.#deps.users.get(userId);
    if (user === null) throw new NotFoundError(`${action}: there is no user "${userId}"`);
    if (user.email !== undefined) {
      throw new PeopleRefusedError(409, `${action}: your account has the address ${user.email}`);
    }
    return user;
  }
}

import { foldedAddress, sha256Hex } from "../../access/mod.ts";
import type { BackgroundTasks } from "../../base/background_tasks.ts";
import type { StoreAndClock } from "../../store/mod.ts";
import type { MailMessage, SendMail } from "./mail_message.ts";
import { MailFailedError, PeopleRefusedError } from "./people_errors.ts";

/** Maximum number of mails to an address within an hour, without notices of keys. */
const mostToAddress = 5;
/** Maximum number of mails by which a user proves addresses within a day. */
const mostFromUser = 10;
/** Maximum number of invitations and sign-in links that the members of an organization mail within a day. */
const mostFromOrganization = 200;
const hour = 3_600_000;

/** Dependencies of {@link Mailer}. */
export interface MailerDeps extends StoreAndClock {
  /** Undefined if no mail can be sent. */
  mail: SendMail | undefined;
  /** The work for which the end of the process waits. */
  tasks: BackgroundTasks;
}

/** Sender of a mail whose mails are counted. */
export type MailSender = { organizationSlug: string } | { userId: string };

/** Sends mail within limits. The limits are counted in the store, so that they hold for all processes. */
export class Mailer {
  readonly #deps: MailerDeps;

  constructor(deps: MailerDeps) {
    this.#deps = deps;
  }

  /** True if mail is set up. */
  get canSend(): boolean {
    return this.#deps.mail !== undefined;
  }

  /**
   * Counts a mail to an address. Call it before a link is made.
   *
   * @param sender organization whose member sends it, or user who sends it. Default: the person with the address requested it
   * @throws {PeopleRefusedError} if the address or the sender has reached its limit, or mail is not set up
   */
  async admit(to: string, sender?: MailSender): Promise<void> {
    if (!this.canSend)
      throw new PeopleRefusedError(409, "Cannot send the mail: this server has no mail set up");
    if (sender !== undefined && "userId" in sender) {
      await this.#count(["people", "mail-by", sender.userId], mostFromUser, 24 * hour, "you sent");
    } else if (sender !== undefined) {
      const partition = ["people", "mail-of", sender.organizationSlug];
      await this.#count(partition, mostFromOrganization, 24 * hour, "this organization sent");
    }
    await this.#count(
      ["people", "mail-to", sha256Hex(foldedAddress(to))],
      mostToAddress,
      hour,
      "this address got",
    );
  }

  /**
   * Sends a mail. The end of the process waits for it, also if the request is cut off.
   *
   * @throws {MailFailedError} if the function of the host fails
   */
  async send(message: MailMessage): Promise<void> {
    const sending = this.#send(message);
    this.#deps.tasks.add(sending.catch(() => undefined));
    return sending;
  }

  async #send(message: MailMessage): Promise<void> {
    try {
      await this.#deps.mail?.(message);
    } catch (cause) {
      throw new MailFailedError(cause);
    }
  }

  async #count(partition: readonly string[], max: number, time: number, subject: string): Promise<void> {
    const { store, clock } = this.#deps;
    const sum = { key: ["sent"], add: 1, max, expiresAt: clock.now() + time };
    if ((await store.commit(partition, { sums: [sum] })).committed) return;
    const period = time === hour ? "within an hour" : "within a day";
    throw new PeopleRefusedError(429, `Cannot send the mail: ${subject} ${max} ${period}. Try again later`);
  }
}

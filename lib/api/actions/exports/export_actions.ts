import { isBoundToRequest } from "../../../base/bound_to_request.ts";
import { NotFoundError } from "../../../base/errors.ts";
import { onFirstUse } from "../../../base/first_use.ts";
import { Slots } from "../../../base/slots.ts";
import type { Permission } from "../../../access/mod.ts";
import { ProblemError } from "../../../http/mod.ts";
import { type AdminActor, isPermitted, requirePermitted } from "../admin_actor.ts";
import type { AdminDeps } from "../admin_deps.ts";
import { type ExportedFile, exportFormats, type ExportFormat } from "./export_format.ts";

/** The permissions whose data is in an export. */
const needed: readonly Permission[] = ["members:manage", "keys:manage", "posts:write", "knowledge:read"];

/** Maximum number of exports that run in a process at a time. Each reads the whole organization. */
const mostRunning = 4;

/** Time after which an export has ended with its request, in milliseconds. Only on Cloudflare, where the code after it may never run. */
const longestExport = 15 * 60 * 1000;

// Most processes export nothing.
const load = onFirstUse(() => import("./write_export.ts"));

/** The downloads of a whole organization. */
export class ExportActions {
  readonly #deps: AdminDeps;
  readonly #slots = new Slots(mostRunning);

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /** True if the actor may export the organization, and the store has it. */
  isAvailable(actor: AdminActor): boolean {
    return this.#deps.hasStoredOrganizations && needed.every((permission) => isPermitted(actor, permission));
  }

  /**
   * Starts an export. The file is written as fast as it is read, from live data: each record is consistent, and posts that change meanwhile are
   * included once. Needs `members:manage`, `keys:manage`, `posts:write` and `knowledge:read`.
   *
   * @throws {NotFoundError} if the storage does not contain the organization
   * @throws {ProblemError} if too many exports are running
   */
  async start(actor: AdminActor, format: ExportFormat): Promise<ExportedFile> {
    for (const permission of needed) requirePermitted(actor, permission);
    const { organizations, clock, store, onError } = this.#deps;
    const { organizationSlug } = actor;
    if ((await organizations.get(organizationSlug)) === null)
      throw new NotFoundError(`Cannot export: the storage has no organization "${organizationSlug}"`);
    const { writeExport } = await load();
    const startedAt = clock.now();
    const stopping = new AbortController();
    const release = this.#slots.take(organizationSlug, {
      stop: () => stopping.abort(busy()),
      isDead: () => isBoundToRequest && clock.now() - startedAt > longestExport,
    });
    if (release === undefined) throw busy();
    const { ending, type } = exportFormats[format];
    const options = { organizationSlug, format, now: startedAt, stopping, onError };
    const body = writeExport(store, { ...options, onEnd: release });
    return { name: `${organizationSlug}.${ending}`, type, body };
  }
}

function busy(): ProblemError {
  const detail = "Too many exports are running on this server. Try again in a few minutes.";
  return new ProblemError("busy", detail, { headers: { "retry-after": "60" } });
}

import type { AdminActor, Permission, PublicApi } from "../../lib/mod.ts";
import type { AdminRequest, AdminWorld, Caller, Ids } from "./admin_world.ts";
import { alsoNeeded, enoughForOwn } from "./needed_permissions.ts";

/** An admin action: its permission, and its call and request. */
export interface Act {
  name: string;
  needs: Permission;
  /** Further permissions that its result exercises. */
  alsoNeeds: readonly Permission[];
  /** Permissions that are enough without the others, because its result is an own post. Default: none are. */
  enough?: readonly Permission[];
  directly: (world: AdminWorld, actor: AdminActor, caller: Caller) => Promise<unknown>;
  byHttp: (world: AdminWorld, caller: Caller) => AdminRequest;
}

/** An action: its name, its request with the names of ids in path and body, its call, and the body and headers of the request. */
export type Row = [
  name: string,
  request: string,
  directly: (admin: PublicApi["admin"], actor: AdminActor, ids: Ids) => Promise<unknown>,
  body?: unknown,
  headers?: Record<string, string>,
];

/** Creates the actions of a permission. */
export function needing(needs: Permission, rows: readonly Row[]): Act[] {
  const idsOf = (world: AdminWorld, { keyId: ownKeyId }: Caller): Ids => ({
    ...world,
    keyId: world.owner.keyId,
    ownKeyId,
  });
  return rows.map(([name, request, directly, ...sent]) => ({
    name,
    needs,
    alsoNeeds: alsoNeeded[name] ?? [],
    ...(enoughForOwn[name] && { enough: enoughForOwn[name] }),
    directly: (world, actor, caller) => directly(world.api.admin, actor, idsOf(world, caller)),
    byHttp: (world, caller) => {
      const [method = "", path = ""] = request.split(" ");
      const ids = idsOf(world, caller);
      const filled = (text: string): string =>
        text.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id as keyof Ids]);
      const [body, ...others] = sent;
      if (body === undefined) return [method, filled(path)];
      return [method, filled(path), JSON.parse(filled(JSON.stringify(body))), ...others];
    },
  }));
}

import { describe, expect, it } from "vitest";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { OAuthWorld, queryOf } from "./oauth_world.ts";

const signUp = { act: "allow", key: "new", name: "Desk", expiresIn: "7d", scope: "read" };

describe("the page of the own assistants", () => {
  it("lets a member without keys:manage disconnect an assistant from an own key, and from no other", async () => {
    const world = await OAuthWorld.open();
    const viewerId = await world.addMember("viewer");
    const cookie = await world.signIn(viewerId);
    const { id: key } = await world.createKey({ userId: viewerId, permissions: ["posts:read"] });
    const answer = await world.answer(queryOf(), { act: "allow", key }, { cookie });
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const { access_token: token } = (await (await world.exchange(code)).json()) as { access_token: string };
    const { access_token: ofOwner } = await world.connect();
    expect(await world.statusOf(token)).toBe(200);

    const page = await (await world.browse("/dashboard/o/acme/assistants", {}, cookie)).text();
    const forms = [...page.matchAll(/action="([^"]+\/connections\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(forms).toHaveLength(1);
    const formToken = /name="form-token" value="([^"]*)"/.exec(page)?.[1] ?? "";
    const end = async (path: string): Promise<Response> =>
      world.browse(path, { method: "POST", body: new URLSearchParams({ "form-token": formToken }) }, cookie);

    const ownersPage = await (await world.browse("/dashboard/o/acme/assistants")).text();
    const ofOther = /action="([^"]+\/connections\/[^"]+)"/.exec(ownersPage)?.[1] ?? "";
    expect((await end(ofOther)).status).toBe(403);
    const ended = await end(forms[0] ?? "");
    expect(ended.headers.get("location")).toBe("/dashboard/o/acme/assistants?done=assistant-disconnected");
    expect([await world.statusOf(token), await world.statusOf(ofOwner)]).toEqual([401, 200]);
  });
});

describe("a connection that fails", () => {
  it("leaves no live key that was made for it", async () => {
    let isDown = false;
    const world = await OAuthWorld.open(
      async (clock) => {
        const memory = slowDriver(memoryDriver({ clock }), 3);
        const { atomic } = memory;
        const storage = {
          ...memory,
          atomic: forwardAtomic(atomic, {
            commit: async (partition, changes) => {
              const isConnection = (changes.sets ?? []).some(({ key }) => key.includes("connection"));
              if (isDown && isConnection) throw new Error("The store is down");
              return atomic.commit(partition, changes);
            },
          }),
        };
        return { storage, close: () => undefined };
      },
      { onError: () => undefined },
    );
    const before = await world.api.apiKeys.list("acme", { status: "live" });
    isDown = true;
    expect((await world.answer(queryOf(), signUp)).status).toBeGreaterThanOrEqual(500);
    isDown = false;
    const { keys } = await world.api.apiKeys.list("acme", { status: "live" });
    expect(keys.map(({ id }) => id)).toEqual(before.keys.map(({ id }) => id));
    const { keys: ended } = await world.api.apiKeys.list("acme", { status: "ended" });
    expect(ended.map(({ name }) => name)).toEqual(["Desk"]);
  });
});

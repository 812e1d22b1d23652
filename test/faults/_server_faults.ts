import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { until } from "../storage-drivers/_redis_server.ts";
import { exact, type World } from "./world.ts";

interface Faults<Server> {
  /** Opens a world with a server that keeps its data when it is killed, and with a limit per day. */
  open: (perDay?: number) => Promise<World<Server>>;
  signal: (server: Server, name: "STOP" | "CONT") => void;
  kill: (server: Server) => Promise<void>;
}

/** Tests the faults of any server: it hangs, or it is killed and restarts. */
export function describeServerFaults<Server extends { restart(): Promise<void> }>({
  open,
  signal,
  kill,
}: Faults<Server>): void {
  it("responds with 503 in time while the server is stopped, and recovers", async () => {
    const world = await open();
    signal(world.server, "STOP");
    expect((await world.sendMany(20)).admitted).toBe(0);
    signal(world.server, "CONT");
    await world.recovery();
    expect(await world.miscounted()).toEqual(exact);
  });

  it("never admits more than the limit while the server stops and continues", async () => {
    const world = await open(60);
    const statuses: number[] = [];
    for (let round = 0; round < 6; round++) {
      signal(world.server, "STOP");
      const sent = Array.from({ length: 20 }, () => world.send());
      await pause(round * 80);
      signal(world.server, "CONT");
      statuses.push(...(await Promise.all(sent)));
      await until(async () => (await world.send()) !== 503);
    }
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    await until(async () => (await world.send()) === 429);
    expect(world.admitted).toBeLessThanOrEqual(60);
    expect(await world.counted()).toBe(60);
  });

  it("loses no counts when the server is killed and restarts", async () => {
    const world = await open();
    for (let round = 0; round < 3; round++) {
      const sending = world.sendMany(200);
      await pause(50);
      await kill(world.server);
      await sending;
      expect((await world.sendMany(10)).admitted).toBe(0);
      await world.server.restart();
      await world.recovery();
      expect(await world.miscounted()).toEqual(exact);
    }
  });
}

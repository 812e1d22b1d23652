import { expect, it } from "vitest";
import { ReconnectPace } from "../../lib/api/public/events/reconnect_pace.ts";

const day = 86_400_000;

/** Returns the number of connects of a day, if a proxy cuts each connection after a time, and processes serve them in turn. */
function connectsOfDay(openTime: number, processes: number): number {
  const paces = Array.from({ length: processes }, () => new ReconnectPace());
  let connects = 0;
  for (let time = 0; time < day; connects++) {
    const [pace = new ReconnectPace()] = paces.splice(0, 1);
    paces.push(pace);
    if (connects > 0) pace.resume("key", 1);
    pace.stayOpen("key", openTime, 1);
    time += openTime + pace.delayOf("key");
  }
  return connects;
}

it.each([0, 1, 10, 30, 60, 300, 600, 1200, 1700, 1750, 1800, 1850, 1900, 2000, 3600])(
  "a stream that is cut after %d seconds connects fewer than 50 times a day",
  (seconds) => {
    expect(connectsOfDay(seconds * 1000, 1)).toBeLessThan(50);
  },
);

it.each([0, 10, 60])("so does a stream at three processes that is cut after %d seconds", (seconds) => {
  expect(connectsOfDay(seconds * 1000, 3)).toBeLessThan(50);
});

it("a cut of all streams of a key counts little more than a cut of one", () => {
  const pace = new ReconnectPace();
  for (let open = 1; open <= 10; open++) pace.resume("key", open);
  expect(pace.delayOf("key")).toBeLessThan(60_000);
});

import type { Clock } from "../../lib/base/time/clock.ts";
import type { OpenedPlace } from "../directory/opened_place.ts";
import type { Counters } from "./environments/counters_environment.ts";
import type { MainEnvironment } from "./environments/main_environment.ts";

export interface LmdbEngineParts {
  main: MainEnvironment;
  counters: Counters;
  durability: "process-crash" | "power-loss";
  clock: Clock;
  place: OpenedPlace;
  /** Closes both environments, unless another driver uses them. */
  close: () => Promise<void>;
}

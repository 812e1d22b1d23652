import type { Clock } from "../../lib/clock.ts";
import type { OpenedPlace } from "../opened_place.ts";
import type { Counters } from "./counters_environment.ts";
import type { MainEnvironment } from "./main_environment.ts";

/** Parts of a `LmdbEngine`. */
export interface LmdbEngineParts {
  main: MainEnvironment;
  counters: Counters;
  durability: "process-crash" | "power-loss";
  clock: Clock;
  place: OpenedPlace;
  /** Closes both environments, unless another driver uses them. */
  close: () => Promise<void>;
}

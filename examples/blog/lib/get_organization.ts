import { cached } from "./cached";
import { postern } from "./postern";

/** Reads the name, the address and the language of the site. */
export async function getOrganization() {
  return (await postern.getOrganization(cached("organization"))).data;
}

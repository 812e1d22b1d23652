import type { KeyPart } from "../../store/mod.ts";

/** Key of an organization's record, in the partition of all its content. */
export const organizationKey: readonly KeyPart[] = ["organization"];

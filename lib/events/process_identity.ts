/** Identity of this process, and the proof that another process has ended. */
export interface ProcessIdentity {
  /** Text that names this process. Other processes read it in the store. */
  readonly id: string;
  /** Returns true only if the process with this id has certainly ended. */
  isDead(id: string): boolean;
}

/** The user who makes a change, as named in the audit and in revisions. */
export interface Actor {
  /** The user's id. Default: no user is named. */
  by?: string;
  /** Id of the API key that the user acts with. Default: no key is named. */
  via?: string;
}

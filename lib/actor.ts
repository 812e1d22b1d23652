/** Who does what is asked, for the audit and the revisions. */
export interface Actor {
  /** A user's id. Default: nobody is named. */
  by?: string;
  /** The id of the API key that the user acts with. Default: none. */
  via?: string;
}

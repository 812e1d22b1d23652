/**
 * The errors of the functions for people.
 *
 * @module
 */
export { MailFailedError, PeopleRefusedError } from "./people_errors.ts";

import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** What is done to a perk is an event, with all its words, and stays in the log for ever. */
export const PERKS_LIMIT = limitOfPerson(60, 60_000)

import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** Each change is an event that stays in the log for ever. */
export const PERKS_LIMIT = limitOfPerson(60, 60_000)

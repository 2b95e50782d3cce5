import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** Each may hash a PIN. */
export const STAFF_LIMIT = limitOfPerson(30, 60_000)

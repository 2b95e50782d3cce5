import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** Each response is stored for a week. */
export const REVIEWS_LIMIT = limitOfPerson(60, 60_000)

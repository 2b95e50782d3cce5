import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** What was answered to each is kept for a week. Nobody changes her mind so often. */
export const REVIEWS_LIMIT = limitOfPerson(60, 60_000)

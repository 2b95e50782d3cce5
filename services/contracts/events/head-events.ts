import { headSchema } from '../calls/proofs.ts'

/** The stream of signed tree heads, separate from the log that they cover. */
export const HEADS_STREAM = 'heads-ledger'
export const HEAD_EVENT_DATA = { HeadSigned: headSchema } as const

import { headSchema } from '../calls/proofs.ts'

/** Separate from the log that the heads cover. */
export const HEADS_STREAM = 'heads-ledger'
export const HEAD_EVENT_DATA = { HeadSigned: headSchema } as const

import { headSchema } from '../calls/proofs.ts'

/** The stream of signed heads: beside the log that they cover, and no part of it. */
export const HEADS_STREAM = 'heads-ledger'
export const HEAD_EVENT_DATA = { HeadSigned: headSchema } as const

/**
 * Facts about an operation that no schema holds: purpose, access, retries. One entry each in operations/; describe.ts
 * writes them into the document.
 */

import type { z } from 'zod'
import type { ErrorCode } from '#contracts/calls/errors.ts'

/** Read by the guard of every route (plugins/guards.ts), the document, and tests over all calls. */
export const ACCESS = {
  everybody: { session: 'none', who: 'Public.' },
  knownOrNot: { session: 'optional', who: 'Public; the response may differ for signed-in users.' },
  password: { session: 'none', who: 'Public, with the account’s password.' },
  passkey: { session: 'none', who: 'Public, with a passkey of the account.' },
  slugOrOwner: { session: 'optional', who: 'Public by slug; by id only for the business itself.' },
  signedIn: { session: 'needed', who: 'Signed-in users, for their own account.' },
  buyerOrBusiness: { session: 'needed', who: 'Buyers and businesses, for their own account.' },
  buyerOrBusinessOrVisit: {
    session: 'needed',
    who: 'Buyers and businesses, for their own account; administrators on a support visit, as the business.',
  },
  buyer: { session: 'needed', who: 'The buyer.' },
  business: {
    session: 'needed',
    who: 'The business. Administrators on a support visit can read as the business, and write where visits are allowed to.',
  },
  till: { session: 'needed', who: 'A paired till.' },
  businessOrAdmin: { session: 'needed', who: 'The business and administrators.' },
  buyerOrAuditor: { session: 'needed', who: 'The buyer, auditors and administrators.' },
  staff: { session: 'needed', who: 'Administrators and auditors, for their own account.' },
  admin: { session: 'needed', who: 'Administrators.' },
  adminOnVisit: { session: 'needed', who: 'Administrators, including during a support visit.' },
  auditor: { session: 'needed', who: 'Auditors and administrators.' },
} as const satisfies Record<string, { session: 'none' | 'optional' | 'needed'; who: string }>

/**
 * How a write uses the Idempotency-Key (idempotency/once.ts).
 * - `required`: 400 without a key.
 * - `here or in the body`: 400 without either.
 * - `optional`: a retry with a key replays the first response.
 * - `content`: as `optional`, for the same body only; another body is another call.
 * - `session`: a retry takes the place of the session that the first call opened, unmarked.
 * - `sign-up`: a retry finds the account, unmarked.
 * - `none`: retries are harmless.
 */
export type KeyUse = 'required' | 'here or in the body' | 'optional' | 'content' | 'session' | 'sign-up' | 'none'

export type Operation = {
  /** The operationId in generated clients. A published one must not change. */
  id: string
  summary: string
  access: keyof typeof ACCESS
  /** Needs a recent POST /api/auth/confirm. */
  confirmed?: true
  key?: KeyUse
  /** Moves points: the response has a consistency-token, or is 504 if the outcome is unknown. */
  ledger?: true
  /** Own refusals, in the order of checks. refusals.ts has those common to all. */
  refusals?: readonly ErrorCode[]
  /** A limit in addition to the route's rate limit. */
  limit?: string
  note?: string
  /** Replaces the page's generated example, whose timestamp would be refused. */
  example?: Readonly<Record<string, unknown>>
  /** The `next-cursor` header starts the next page. */
  nextCursor?: true
  /** Multipart form: the file's field, and the schema of the others. */
  form?: { file: string; fileNeeded: boolean; fields?: z.ZodType }
  /** Media types of a response other than JSON. */
  media?: readonly string[]
}

/** By method and pattern. */
export type Operations = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Operation>>

/**
 * What a client has to know of an operation that no schema says: what it is for, who may call it, and what becomes of a call that is made
 * again. One line for each in operations/, beside its neighbours; describe.ts writes it into the document.
 */

import type { z } from 'zod'
import type { ErrorCode } from '#contracts/calls/errors.ts'

/** Who may call it. The guard of every route reads it (plugins/guards.ts), and so do the document and the tests that walk over all calls. */
export const ACCESS = {
  everybody: { session: 'none', who: 'Everybody.' },
  knownOrNot: { session: 'optional', who: 'Everybody; the answer may differ for who is signed in.' },
  password: { session: 'none', who: 'Everybody who knows the password.' },
  slugOrOwner: { session: 'optional', who: 'Everybody by a slug; by an id the business itself.' },
  signedIn: { session: 'needed', who: 'Whoever is signed in, for himself.' },
  buyerOrBusiness: { session: 'needed', who: 'Buyers and businesses, for themselves.' },
  buyerOrBusinessOrVisit: {
    session: 'needed',
    who: 'Buyers and businesses, for themselves. An administrator on a support visit, as the business.',
  },
  buyer: { session: 'needed', who: 'The buyer himself.' },
  business: {
    session: 'needed',
    who: 'The business itself. An administrator on a support visit reads as the business does, and writes where a visit may.',
  },
  businessOrAdmin: { session: 'needed', who: 'The business itself, and administrators.' },
  buyerOrAuditor: { session: 'needed', who: 'The buyer himself, auditors and administrators.' },
  staff: { session: 'needed', who: 'Administrators and auditors, for themselves.' },
  admin: { session: 'needed', who: 'Administrators.' },
  adminOnVisit: { session: 'needed', who: 'Administrators, also on a support visit.' },
  auditor: { session: 'needed', who: 'Auditors and administrators.' },
} as const satisfies Record<string, { session: 'none' | 'optional' | 'needed'; who: string }>

/**
 * What the Idempotency-Key is to a write. A route whose answer is kept (plugins/kept-answers.ts) takes one as well, and says so itself.
 * `required`: 400 without. `here or in the body`: 400 without both. `optional`: a retry with it is answered as the first time, one without
 * is a call of its own. `sign-up`: so, too, but such an answer is not marked. `none`: it can be sent again without harm.
 */
export type KeyUse = 'required' | 'here or in the body' | 'optional' | 'sign-up' | 'none'

export type Operation = {
  /** The operationId: what a generated client calls it. Not to be changed once it is published. */
  id: string
  summary: string
  access: keyof typeof ACCESS
  /** Only for a session that has just proved its password (POST /api/auth/confirm). */
  confirmed?: true
  /** Default: 'none'. */
  key?: KeyUse
  /** It awards, spends, gives back or calls back points: the answer carries the consistency-token, and may be 504, where nobody knows yet. */
  ledger?: true
  /** What it refuses for reasons of its own, in the order in which it looks. What every call may meet (a session, a key, a form, a limit) stands in refusals.ts. */
  refusals?: readonly ErrorCode[]
  /** What it counts by itself, beside the limit that the route's settings name: what is counted, how often, and of whom. */
  limit?: string
  /** What neither a schema nor a field says, and a client has to know. */
  note?: string
  /** A body as a client might send it; the page of the document would make one up, with a moment that is refused. */
  example?: Readonly<Record<string, unknown>>
  /** A list in pages: where the next one begins stands in the `next-cursor` header. */
  nextCursor?: true
  /** Its body is a multipart form: the name of the file in it, and the schema of the fields beside the file. */
  form?: { file: string; fileNeeded: boolean; fields?: z.ZodType }
  /** The media types of an answer that is no JSON. */
  media?: readonly string[]
}

/** By method and pattern, as the document writes them. */
export type Operations = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Operation>>

/**
 * Tamper evidence (RFC 6962): a Merkle log with signed tree heads (Ed25519). services/audit/PROOF-FORMAT.md has the
 * format; services/contracts/verify/ is our verifier.
 */
import { z } from 'zod'
import { cursorSchema } from './counter.ts'
import { askedNumberSchema } from '../units/numbers.ts'

/** SHA-256. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'Invalid hash')
const signatureSchema = z.string().regex(/^[0-9a-f]{128}$/, 'Invalid signature')

/** Signed tree head over the log's first `size` events. */
export const headSchema = z.object({
  size: z.number().int().nonnegative(),
  root: hashSchema,
  /** Of the last event covered; null for an empty log. */
  position: z.string().nullable(),
  at: z.string(),
  /** SHA-256 of the public key. */
  keyId: hashSchema,
  signature: signatureSchema,
})
export type SignedHead = z.infer<typeof headSchema>

/** GET /api/ledger/heads?before&limit: public, newest first. `keys`: public keys by id. */
export const headsQuerySchema = z.object({
  before: askedNumberSchema(z.coerce.number().int().nonnegative()).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export const headsReplySchema = z.object({
  heads: z.array(headSchema),
  keys: z.record(hashSchema, hashSchema),
  next: z.number().int().nullable(),
})
export type Heads = z.infer<typeof headsReplySchema>

/**
 * GET /api/ledger/consistency?first&second: public. Proves that the log of size `first` is a prefix of that of size
 * `second`.
 */
export const consistencyQuerySchema = z.object({
  first: z.coerce.number().int().positive(),
  second: z.coerce.number().int().positive(),
})
export const consistencyReplySchema = z.object({
  first: z.number().int(),
  firstRoot: hashSchema,
  second: z.number().int(),
  secondRoot: hashSchema,
  proof: z.array(hashSchema),
})
export type ConsistencyProof = z.infer<typeof consistencyReplySchema>

/**
 * GET /api/audit/inclusion?position&size: proves that an event is in the log of that size (default: the newest signed
 * tree head's).
 */
export const inclusionQuerySchema = z.object({
  position: cursorSchema,
  size: z.coerce.number().int().positive().optional(),
})
export const inclusionReplySchema = z.object({
  position: z.string(),
  index: z.number().int(),
  size: z.number().int(),
  root: hashSchema,
  leaf: hashSchema,
  proof: z.array(hashSchema),
  /** The text behind the leaf: canonical JSON, with a redemption code sealed. */
  event: z.string(),
})
export type InclusionProof = z.infer<typeof inclusionReplySchema>

/**
 * A problem in a statement (GET /api/ledger/statement/{businessId}/{buyerId}) or export: a head line, one line per
 * event (JSON or CSV), a signed closing line.
 */
export type VerifyProblem = {
  /** From 1. */
  line: number
  problem:
    | 'not_a_hatik_file'
    | 'unreadable_line'
    | 'line_changed'
    | 'line_missing'
    | 'line_out_of_order'
    | 'end_missing'
    | 'signature_wrong'
    | 'head_signature_wrong'
    | 'key_unknown'
    | 'not_in_the_log'
    | 'other_account'
    | 'revision_missing'
    | 'balance_wrong'
}
export type VerifyReport = {
  ok: boolean
  kind: 'statement' | 'export' | null
  /** Lines with an event. */
  events: number
  /** The file's claims. */
  query: Record<string, unknown> | null
  position: string | null
  hash: string | null
  /** Null without proofs. */
  head: SignedHead | null
  /** Compare with the one published elsewhere. */
  keyId: string | null
  /** At most 20, by line. */
  problems: VerifyProblem[]
}

/**
 * Tamper evidence (RFC 6962): the ledger's events form a Merkle log with signed tree heads (Ed25519).
 * services/audit/PROOF-FORMAT.md describes the format for other verifiers; services/contracts/verify/ is ours.
 */
import { z } from 'zod'
import { cursorSchema } from './counter.ts'
import { askedNumberSchema } from '../units/numbers.ts'

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'Invalid hash')
const signatureSchema = z.string().regex(/^[0-9a-f]{128}$/, 'Invalid signature')

/** A signed tree head: the log's first `size` events have this root, and the last of them is at `position`. */
export const headSchema = z.object({
  size: z.number().int().nonnegative(),
  root: hashSchema,
  /** Position of the last event covered; null for an empty log. */
  position: z.string().nullable(),
  at: z.string(),
  /** SHA-256 of the public key's 32 bytes. */
  keyId: hashSchema,
  signature: signatureSchema,
})
export type SignedHead = z.infer<typeof headSchema>

/** GET /api/ledger/heads?before&limit: public, newest first. `keys`: public keys (32 bytes, hexadecimal) by id. */
export const headsQuerySchema = z.object({
  before: askedNumberSchema(z.coerce.number().int().nonnegative()).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export const headsReplySchema = z.object({
  heads: z.array(headSchema),
  keys: z.record(hashSchema, hashSchema),
  /** The next page's `before`. */
  next: z.number().int().nullable(),
})
export type Heads = z.infer<typeof headsReplySchema>

/**
 * GET /api/ledger/consistency?first&second: public. Proves that the log of size `first` is a prefix of the log of size
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
 * GET /api/audit/inclusion?position&size: proves that the event at a position is in the log of that size (default: the
 * newest signed tree head's).
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
  /** The exact text whose hash is the leaf: the event in canonical JSON, with a redemption code sealed. */
  event: z.string(),
})
export type InclusionProof = z.infer<typeof inclusionReplySchema>

/**
 * A problem in a verifiable file: a statement (GET /api/ledger/statement/{businessId}/{buyerId}, for the buyer,
 * auditors and administrators) or an auditor's export. Such a file has a head line, one line per event (JSON or CSV),
 * and a signed closing line.
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
  /** Number of lines with an event. */
  events: number
  /** The file's claims: its query, its as-of position, and its hash. */
  query: Record<string, unknown> | null
  position: string | null
  hash: string | null
  /** The signed tree head that the file's proofs refer to, if it has proofs. */
  head: SignedHead | null
  /** The signing key's id, to be compared with the one published elsewhere. */
  keyId: string | null
  /** At most 20, in the order of the lines. */
  problems: VerifyProblem[]
}

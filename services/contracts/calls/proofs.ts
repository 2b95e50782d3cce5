/**
 * Tamper evidence (RFC 6962): the ledger's events form a Merkle log, its heads are signed (Ed25519). The whole format, so that somebody
 * else can write a verifier, stands in services/audit/PROOF-FORMAT.md; services/contracts/verify/ is one.
 */
import { z } from 'zod'
import { cursorSchema } from './counter.ts'
import { askedNumberSchema } from '../units/numbers.ts'

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'Invalid hash')
const signatureSchema = z.string().regex(/^[0-9a-f]{128}$/, 'Invalid signature')

/** What is signed says: the log's first `size` events have this root, the last of them stands at `position`. */
export const headSchema = z.object({
  size: z.number().int().nonnegative(),
  root: hashSchema,
  /** Of the last event that it covers; null for the empty log. */
  position: z.string().nullable(),
  /** When it was signed. */
  at: z.string(),
  /** SHA-256 of the public key's 32 bytes. */
  keyId: hashSchema,
  signature: signatureSchema,
})
export type SignedHead = z.infer<typeof headSchema>

/** GET /api/ledger/heads?before&limit: public, newest first. `keys`: the public keys (32 bytes, hexadecimal) by their id. */
export const headsQuerySchema = z.object({
  before: askedNumberSchema(z.coerce.number().int().nonnegative()).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export const headsReplySchema = z.object({
  heads: z.array(headSchema),
  keys: z.record(hashSchema, hashSchema),
  /** `before` of the next page. */
  next: z.number().int().nullable(),
})
export type Heads = z.infer<typeof headsReplySchema>

/** GET /api/ledger/consistency?first&second: public. Proves that the log of size `second` begins with the log of size `first`. */
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

/** GET /api/audit/inclusion?position&size: the event at a position is in the log of that size (default: the newest head's). */
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
  /** The exact text whose hash the leaf is: the event in canonical JSON, a redemption code sealed. */
  event: z.string(),
})
export type InclusionProof = z.infer<typeof inclusionReplySchema>

/**
 * Files that can be checked: GET /api/ledger/statement/{businessId}/{buyerId} (the buyer himself, the auditor, an administrator) and the
 * auditor's exports. Lines of JSON (or CSV): a head line, one line per event, a closing line with the signature. The verifier names
 * the first line that is wrong.
 */
export type VerifyProblem = {
  /** 1 is the file's first line. */
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
  /** Lines that carry an event. */
  events: number
  /** What the file says it is: its query, the position that it is as of, its own hash. */
  query: Record<string, unknown> | null
  position: string | null
  hash: string | null
  /** The signed head whose log holds the events, where the file carries proofs. */
  head: SignedHead | null
  /** The key that signed; compare it with the one published elsewhere. */
  keyId: string | null
  /** All of them, at most 20, in the order of the lines. */
  problems: VerifyProblem[]
}

/**
 * Parses sealed files (PROOF-FORMAT.md) by hand, without imports from outside this folder. Content is untrusted, so
 * every field is checked.
 */
import type { SignedHead, VerifyReport } from '../calls/proofs.ts'
import { closingLine } from './sealed-line.ts'

export type Opening = {
  kind: NonNullable<VerifyReport['kind']>
  query: Record<string, unknown>
  position: string | null
  head: SignedHead | null
  keys: Record<string, string>
}
export type Closing = { lines: number; hash: string; keyId: string; signature: string }
export type Content = {
  event: { stream?: string; type: string; revision: number; data: Record<string, unknown> } | undefined
  balance: string | undefined
  proof: { index: number; path: string[] } | undefined
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
/** Shown fields must not be free text, which could fake a verdict. */
const isPlace = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && /^-?\d{1,19}$/.test(value))
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^[\dTZ:.+-]{1,40}$/.test(value) && !Number.isNaN(Date.parse(value))

const KINDS: Record<string, Opening['kind']> = { 'statement/1': 'statement', 'export/1': 'export' }

/** Must re-serialise identically: with a duplicate key a reader and a parser see different values. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

/** Older files without a byte order mark stay valid. */
const CSV_OPENS = /^\uFEFF?# /
export const isCsv = (firstLine: string): boolean => CSV_OPENS.test(firstLine)

/** Undefined unless it opens a Hatik file. */
export function openingOf(line: string): Opening | undefined {
  const value = parsed(line.replace(CSV_OPENS, ''))
  if (!isFields(value) || typeof value['hatik'] !== 'string') return undefined
  const kind = Object.hasOwn(KINDS, value['hatik']) ? KINDS[value['hatik']] : undefined
  const { query, position, head, keys } = value
  if (!kind || !isFields(query) || !isPlace(position) || !isFields(keys)) return undefined
  if (head !== null && !isHead(head)) return undefined
  if (!Object.entries(keys).every(([id, key]) => isHash(id) && isHash(key))) return undefined
  return { kind, query, position, head, keys: keys as Record<string, string> }
}

function isHead(value: unknown): value is SignedHead {
  if (!isFields(value)) return false
  const { size, root, position, at, keyId, signature } = value
  return (
    isCount(size) && isHash(root) && isPlace(position) && isMoment(at) && isHash(keyId) && typeof signature === 'string'
  )
}

/** Accepts only the exact serialisation. */
export function closingOf(line: string, prefix: string): Closing | undefined {
  if (!line.startsWith(`${prefix}{"end":true`)) return undefined
  const value = parsed(line.slice(prefix.length))
  if (!isFields(value)) return undefined
  const { lines, hash, keyId, signature } = value
  if (!isCount(lines) || !isHash(hash) || !isHash(keyId) || typeof signature !== 'string') return undefined
  const closing = { lines, hash, keyId, signature }
  return closingLine(closing, prefix) === line ? closing : undefined
}

/** Undefined unless an event or movement. */
export function contentOf(line: string): Content | undefined {
  const value = parsed(line)
  if (!isFields(value) || !isCount(value['n'])) return undefined
  const { event, balance, proof } = value
  if (event !== undefined && !isEvent(event)) return undefined
  if (balance !== undefined && typeof balance !== 'string') return undefined
  if (proof !== undefined && !isProof(proof)) return undefined
  return { event, balance, proof }
}

function isEvent(value: unknown): value is NonNullable<Content['event']> {
  if (!isFields(value) || (value['stream'] !== undefined && typeof value['stream'] !== 'string')) return false
  return typeof value['type'] === 'string' && isCount(value['revision']) && isFields(value['data'])
}

function isProof(value: unknown): value is NonNullable<Content['proof']> {
  return isFields(value) && isCount(value['index']) && Array.isArray(value['path']) && value['path'].every(isHash)
}

/**
 * That a person was erased (H25), version 1, on a stream of her own, `person-<users.id>`, with the metadata of the account's events: ids only. It
 * stands beside the ledger's log, as the signed heads do. Rows that come back out of a backup know nothing of an erasure; the log does
 * (decision 36).
 */
import { z } from 'zod'
import { roleSchema } from '../calls/session.ts'

export const PERSON_EVENT_DATA = { PersonErased: z.object({ role: roleSchema }) } as const

export const PERSON_PREFIX = 'person-'
const STREAM = /^person-([1-9]\d*)$/

/** The stream of one person, by users.id. */
export function personStream(userId: number): string {
  return `${PERSON_PREFIX}${userId}`
}

/** The users.id back from a stream's name; undefined where it is no person's. */
export function parsePersonStream(stream: string): number | undefined {
  const match = STREAM.exec(stream)
  return match ? Number(match[1]) : undefined
}

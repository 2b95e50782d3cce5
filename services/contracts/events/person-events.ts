/**
 * The erasure of a person (H25), version 1, on the stream `person-<users.id>`, with the metadata of account events; ids
 * only. Like the signed tree heads, it is separate from the ledger's log. A restored backup has lost the erasure, but
 * this stream has not (decision 36).
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

/** The users.id in a stream's name; undefined if it is not a person's stream. */
export function parsePersonStream(stream: string): number | undefined {
  const match = STREAM.exec(stream)
  return match ? Number(match[1]) : undefined
}

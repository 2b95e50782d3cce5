/**
 * Erasure of a person (H25), version 1, stream `person-<users.id>`, with account events' metadata; ids only. Outside
 * the ledger's log. A restored backup lacks the erasure, but this stream does not (decision 36).
 */
import { z } from 'zod'
import { roleSchema } from '../calls/account/session.ts'

export const PERSON_EVENT_DATA = { PersonErased: z.object({ role: roleSchema }) } as const

export const PERSON_PREFIX = 'person-'
const STREAM = /^person-([1-9]\d*)$/

export function personStream(userId: number): string {
  return `${PERSON_PREFIX}${userId}`
}

/** Undefined for other streams. */
export function parsePersonStream(stream: string): number | undefined {
  const match = STREAM.exec(stream)
  return match ? Number(match[1]) : undefined
}

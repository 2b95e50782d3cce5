import type { Answer } from './people/person.ts'

/** Counts concurrent responses by status and code: { '200 undefined': 60, '429 too_many_attempts': 5 }. */
export async function tally(count: number, ask: () => Promise<Answer>): Promise<Record<string, number>> {
  const told: Record<string, number> = {}
  for (const { status, body } of await Promise.all(Array.from({ length: count }, ask)))
    told[`${status} ${body.code}`] = (told[`${status} ${body.code}`] ?? 0) + 1
  return told
}

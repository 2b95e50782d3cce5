/** An arm: one way to write an award, behind the same HTTP contract, over its own database on the one PostgreSQL. */
import type { Host } from '../load/request.ts'
import type { Watched } from '../measure/cpu.ts'

export const ARM_NAMES = ['ours', 'ours-write', 'crud', 'crud-fn'] as const
export type ArmName = (typeof ARM_NAMES)[number]
/** Each database once: `ours-write` has the books of `ours`. */
export const SIDE_BY_SIDE: readonly ArmName[] = ['ours', 'crud', 'crud-fn']

/** What was acknowledged so far, over all runs against this arm's database. */
export type Acknowledged = { awards: number; tenths: number }

/** Where the arm's own books stand. An arm whose books differ from what it acknowledged has no result. */
export type ArmBooks = {
  ledgerAwards: number
  ledgerTenths: number
  /** Keys, or ids derived from them, that stand in the ledger more than once. */
  doubledKeys: number
  /** The same sum from each read model that carries it. */
  readModelTenths: Record<string, number>
  readModelAwards: Record<string, number>
}

export interface Arm {
  name: ArmName
  host: Host
  /** Its processes by name, without the shared servers. */
  watched(): Watched[]
  /** Its read models' database, where they follow the writes. */
  watchDatabaseUrl: string | undefined
  /** Before and after each of its runs. */
  begin(): Promise<void>
  end(): Promise<void>
  /** Waits until its read models have caught up, then adds up. `drainMs` is how long that took. */
  books(): Promise<ArmBooks & { drainMs: number }>
  stop(): Promise<void>
}

/** What is wrong with an arm's books; empty where every sum agrees (performance.md 3.3, rule 4). */
export function mistakesIn(acknowledged: Acknowledged, books: ArmBooks): string[] {
  const mistakes: string[] = []
  const expect = (what: string, found: number, expected: number): void => {
    if (found !== expected) mistakes.push(`${what}: ${found}, acknowledged ${expected}`)
  }
  expect('awards in the ledger', books.ledgerAwards, acknowledged.awards)
  expect('tenths in the ledger', books.ledgerTenths, acknowledged.tenths)
  if (books.doubledKeys > 0) mistakes.push(`${books.doubledKeys} keys stand in the ledger twice`)
  for (const [name, tenths] of Object.entries(books.readModelTenths))
    expect(`tenths in ${name}`, tenths, acknowledged.tenths)
  for (const [name, awards] of Object.entries(books.readModelAwards))
    expect(`awards in ${name}`, awards, acknowledged.awards)
  return mistakes
}

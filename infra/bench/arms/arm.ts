/** An arm: one way to write awards behind the same HTTP contract, with its own database on the shared PostgreSQL. */
import type { Host } from '../load/request.ts'
import type { Watched } from '../measure/cpu.ts'

export const CRUD_ARMS = ['crud', 'crud-fn', 'crud-full'] as const
export type CrudArm = (typeof CRUD_ARMS)[number]
export const ARM_NAMES = ['ours', 'ours-write', ...CRUD_ARMS] as const
export type ArmName = (typeof ARM_NAMES)[number]
/** Each database once: `ours-write` shares that of `ours`. */
export const SIDE_BY_SIDE: readonly ArmName[] = ['ours', ...CRUD_ARMS]

export type Acknowledged = { awards: number; tenths: number }

/** An arm whose books differ from its acknowledgements has no result. */
export type ArmBooks = {
  ledgerAwards: number
  ledgerTenths: number
  /** Keys, or IDs derived from them, that are in the ledger more than once. */
  doubledKeys: number
  readModelTenths: Record<string, number>
  readModelAwards: Record<string, number>
}

export interface Arm {
  name: ArmName
  host: Host
  /** Without the shared servers. */
  watched(): Watched[]
  /** The read models' database, if there is one. */
  watchDatabaseUrl: string | undefined
  begin(): Promise<void>
  end(): Promise<void>
  /** Waits until the read models have caught up, which takes `drainMs`, then adds up. */
  books(): Promise<ArmBooks & { drainMs: number }>
  stop(): Promise<void>
}

export function mistakesIn(acknowledged: Acknowledged, books: ArmBooks): string[] {
  const mistakes: string[] = []
  const expect = (what: string, found: number, expected: number): void => {
    if (found !== expected) mistakes.push(`${what}: ${found}, acknowledged ${expected}`)
  }
  expect('awards in the ledger', books.ledgerAwards, acknowledged.awards)
  expect('tenths in the ledger', books.ledgerTenths, acknowledged.tenths)
  if (books.doubledKeys > 0) mistakes.push(`${books.doubledKeys} keys occur twice in the ledger`)
  for (const [name, tenths] of Object.entries(books.readModelTenths))
    expect(`tenths in ${name}`, tenths, acknowledged.tenths)
  for (const [name, awards] of Object.entries(books.readModelAwards))
    expect(`awards in ${name}`, awards, acknowledged.awards)
  return mistakes
}

/** A buyer's statement of one account: its lines page by page, the balance as of a day, and the addresses of its files. */
import { useRef } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Language } from '#contracts/calls/session.ts'
import {
  balanceAsOfReplySchema,
  statementReplySchema,
  type BalanceAsOf,
  type Clock,
  type Statement,
} from '#contracts/calls/statement.ts'
import { api } from '#web/lib/api/api.ts'
import { readDown } from '#web/lib/reads/read-down.ts'
import { useRead, useReading, type Reading } from '#web/lib/reads/read.ts'

export interface Period {
  /** Days in Armenia, both included; empty is without an end. */
  from: string
  to: string
  clock: Clock
}

/** The most that one call answers, and how many new lines a call has room for beside those that are on the screen. */
const READ_MAX = 200
const NEW_LINES = 20

/** The first page's answer, with the lines of all pages read so far. */
interface Shown extends Statement {
  /** Further pages were asked for: the list keeps its end, whatever comes on top. */
  opened: boolean
}

export interface ReadingStatement extends Reading<Statement> {
  /** Reads the next page; undefined at the last. Rejects with ApiError. */
  more: (() => Promise<void>) | undefined
}

/** Where one account's statement is, and what a movement there changes. */
export const statementPath = (buyerUserId: number, businessId: number): string =>
  `/api/buyer/${buyerUserId}/statement/${businessId}`

function queryOf({ from, to, clock }: Period, more: Record<string, string> = {}): string {
  return String(new URLSearchParams({ ...(from && { from }), ...(to && { to }), clock, ...more }))
}

/** The statement of a period, as far down as it was asked for; a null period (its days are in the wrong order) reads nothing. */
export function useStatement(buyerUserId: number, businessId: number, period: Period | null): ReadingStatement {
  const { cache } = useSWRConfig()
  const looks = useRef({ begun: 0, ended: 0 })
  const path = period && `${statementPath(buyerUserId, businessId)}?${queryOf(period)}`

  async function again(wanted: string): Promise<Shown> {
    looks.current.begun += 1
    try {
      return await readAgain(wanted, (cache.get(wanted) as { data?: Shown } | undefined)?.data)
    } finally {
      looks.current.ended += 1
    }
  }
  const swr = useSWR<Shown, unknown>(path, again)
  const { data, mutate } = swr

  async function more(): Promise<void> {
    const { ended } = looks.current
    // A look that was under way meanwhile knows nothing of the new page and is not taken: what it was for is asked once more.
    const revalidate = (): boolean => looks.current.begun > ended
    await mutate((shown) => (path === null || shown === undefined ? shown : readFurther(path, shown)), { revalidate })
  }

  return { ...useReading(swr), more: data === undefined || data.next === null ? undefined : more }
}

const readPage = (path: string, query: Record<string, string> = {}): Promise<Statement> =>
  api.read([path, ...Object.entries(query).map(([name, value]) => `${name}=${value}`)].join('&'), statementReplySchema)

/**
 * The first page; or, where further ones were asked for, everything down to the line with which the list ended, and all of it where it ended with the
 * first line there is. By the clock of the counter a late record comes between older lines and changes the balance of all above it.
 */
async function readAgain(path: string, shown: Shown | undefined): Promise<Shown> {
  if (!shown?.opened) return { ...(await readPage(path)), opened: false }
  const last = shown.next === null ? undefined : shown.lines.at(-1)?.eventId
  const limit = String(Math.min(READ_MAX, shown.lines.length + NEW_LINES))
  const read = (before?: string): Promise<Statement> =>
    readPage(path, { limit, ...(before !== undefined && { before }) })
  const { first, items, found } = await readDown(
    read,
    ({ lines }) => lines,
    ({ eventId }) => eventId === last,
  )
  return { ...first, lines: items, next: found ? shown.next : null, opened: true }
}

async function readFurther(path: string, shown: Shown): Promise<Shown> {
  if (shown.next === null) return shown
  const { lines, next } = await readPage(path, { before: shown.next })
  return { ...shown, lines: [...shown.lines, ...lines], next, opened: true }
}

/** The balance at the end of a day, on both clocks; without a day nothing is read. */
export function useBalanceAsOf(buyerUserId: number, businessId: number, day: string): Reading<BalanceAsOf> {
  return useRead(
    day === '' ? null : `${statementPath(buyerUserId, businessId)}/balance?day=${day}`,
    balanceAsOfReplySchema,
  )
}

/** What a movement changes in the statements of a buyer. */
export const statementReads = (buyerUserId: number): string => `/api/buyer/${buyerUserId}/statement`

/** Where a period is a file to save. */
export const statementFile = (
  buyerUserId: number,
  businessId: number,
  period: Period,
  format: 'pdf' | 'csv',
  language: Language,
): string => `${statementPath(buyerUserId, businessId)}/file?${queryOf(period, { format, language })}`

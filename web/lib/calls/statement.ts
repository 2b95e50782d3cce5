import { useRef } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Language } from '#contracts/calls/account/session.ts'
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
import { useKeptReply, type KeptReading } from '#web/lib/reads/use-kept-reply.ts'

export interface Period {
  /** Days in Armenia, both included; empty means open-ended. */
  from: string
  to: string
  clock: Clock
}

/** The contract's page limit, and the room that a refresh leaves for new lines. */
const READ_MAX = 200
const NEW_LINES = 20

interface Shown extends Statement {
  /** Further pages are open, so new lines do not shorten the list. */
  opened: boolean
}

export interface ReadingStatement extends Reading<Statement>, KeptReading {
  /** Reads the next page; undefined on the last. Rejects with ApiError. */
  more: (() => Promise<void>) | undefined
}

export const statementPath = (buyerUserId: number, businessId: number): string =>
  `/api/buyer/${buyerUserId}/statement/${businessId}`

function queryOf({ from, to, clock }: Period, more: Record<string, string> = {}): string {
  return String(new URLSearchParams({ ...(from && { from }), ...(to && { to }), clock, ...more }))
}

/** Includes the pages opened so far. A null period (days in the wrong order) reads nothing. */
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
    // `mutate` discards a refresh in flight during this read, so refresh once more.
    const revalidate = (): boolean => looks.current.begun > ended
    await mutate((shown) => (path === null || shown === undefined ? shown : readFurther(path, shown)), { revalidate })
  }

  const reading = useKeptReply<Statement, Reading<Statement>>(useReading(swr), {
    userId: buyerUserId,
    path,
    reply: statementReplySchema,
  })
  return { ...reading, more: data === undefined || data.next === null ? undefined : more }
}

const readPage = (path: string, query: Record<string, string> = {}): Promise<Statement> =>
  api.read([path, ...Object.entries(query).map(([name, value]) => `${name}=${value}`)].join('&'), statementReplySchema)

/**
 * With further pages open, reads down to the list's last line, or to the end if all were open. On the `happened` clock
 * an offline award lands between older lines and changes the balances above it.
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

/** The balance on both clocks. */
export function useBalanceAsOf(buyerUserId: number, businessId: number, day: string): Reading<BalanceAsOf> {
  return useRead(
    day === '' ? null : `${statementPath(buyerUserId, businessId)}/balance?day=${day}`,
    balanceAsOfReplySchema,
  )
}

/** Prefix of the reads to refresh after a movement. */
export const statementReads = (buyerUserId: number): string => `/api/buyer/${buyerUserId}/statement`

export const statementFile = (
  buyerUserId: number,
  businessId: number,
  period: Period,
  format: 'pdf' | 'csv',
  language: Language,
): string => `${statementPath(buyerUserId, businessId)}/file?${queryOf(period, { format, language })}`

/** A buyer's statement of one account: its lines page by page, the balance as of a day, and the addresses of its files. */
import { useState } from 'react'
import type { Language } from '#contracts/session.ts'
import { balanceAsOfReplySchema, statementReplySchema, type BalanceAsOf, type Clock, type Statement, type StatementLine } from '#contracts/statement.ts'
import { api } from './api.ts'
import { useRead, type Reading } from './read.ts'

export interface Period {
  /** Days in Armenia, both included; empty is without an end. */
  from: string
  to: string
  clock: Clock
}

export interface ReadingStatement extends Reading<Statement> {
  /** The lines of all pages read so far. */
  lines: StatementLine[]
  /** Reads the next page; undefined at the last. Rejects with ApiError. */
  more: (() => Promise<void>) | undefined
}

const statementPath = (buyerUserId: number, businessId: number): string => `/api/buyer/${buyerUserId}/statement/${businessId}`

function queryOf({ from, to, clock }: Period, more: Record<string, string> = {}): string {
  return String(new URLSearchParams({ ...(from && { from }), ...(to && { to }), clock, ...more }))
}

/** The statement of a period; a null period (its days are in the wrong order) reads nothing. */
export function useStatement(buyerUserId: number, businessId: number, period: Period | null): ReadingStatement {
  const path = statementPath(buyerUserId, businessId)
  const first = useRead(period && `${path}?${queryOf(period)}`, statementReplySchema)
  const [further, setFurther] = useState<{ of: Statement; lines: StatementLine[]; next: string | null }>()
  const of = first.value
  const shown = of && further?.of === of ? further : undefined
  const next = shown ? shown.next : (of?.next ?? null)

  async function more(): Promise<void> {
    if (!of || !period || next === null) return
    const page = await api.read(`${path}?${queryOf(period, { before: next })}`, statementReplySchema)
    setFurther({ of, lines: [...(shown?.lines ?? []), ...page.lines], next: page.next })
  }

  return { ...first, lines: [...(of?.lines ?? []), ...(shown?.lines ?? [])], more: next === null ? undefined : more }
}

/** The balance at the end of a day, on both clocks; without a day nothing is read. */
export function useBalanceAsOf(buyerUserId: number, businessId: number, day: string): Reading<BalanceAsOf> {
  return useRead(day === '' ? null : `${statementPath(buyerUserId, businessId)}/balance?day=${day}`, balanceAsOfReplySchema)
}

/** What a movement changes in the statements of a buyer. */
export const statementReads = (buyerUserId: number): string => `/api/buyer/${buyerUserId}/statement`

/** Where a period is a file to save. */
export const statementFile = (buyerUserId: number, businessId: number, period: Period, format: 'pdf' | 'csv', language: Language): string =>
  `${statementPath(buyerUserId, businessId)}/file?${queryOf(period, { format, language })}`

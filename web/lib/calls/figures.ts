/** A business's figures and the events behind them; `businessId` is its users.id. */
import useSWR from 'swr'
import { buyersReplySchema, type BusinessBuyer } from '#contracts/calls/business.ts'
import {
  bookReplySchema,
  buyerVisitsReplySchema,
  dailyReplySchema,
  movementsReplySchema,
  type Book,
  type BuyerVisits,
  type DailyFigures,
  type MovementLine,
} from '#contracts/calls/figures.ts'
import type { MovementType } from '#contracts/events/ledger-events.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { DAY_MS, noonOf, yerevanDay } from '#contracts/units/time.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, useReading, type Reading } from '#web/lib/reads/read.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'

const path = (businessId: number, what: string, query: URLSearchParams): string =>
  `/api/business/${businessId}/${what}?${query.toString()}`

export interface Span {
  from: string
  to: string
}

/** Days in Armenia, including today. */
export function lastDays(count: number, now: Date): Span {
  return { from: yerevanDay(new Date(now.getTime() - (count - 1) * DAY_MS)), to: yerevanDay(now) }
}

/** Both ends included. */
export const daysIn = ({ from, to }: Span): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** As many days, ending on the day before. */
export function spanBefore(span: Span): Span {
  const daysAgo = (day: string, days: number): string => yerevanDay(new Date(noonOf(day).getTime() - days * DAY_MS))
  return { from: daysAgo(span.from, daysIn(span)), to: daysAgo(span.from, 1) }
}

const spanQuery = ({ from, to }: Span): URLSearchParams => new URLSearchParams({ from, to })

/** Undefined reads nothing. */
export const useDailyFigures = (businessId: number, span: Span | undefined): Reading<DailyFigures> =>
  useRead(span ? path(businessId, 'figures/daily', spanQuery(span)) : null, dailyReplySchema)
export const useBook = (businessId: number, span: Span): Reading<Book> =>
  useRead(path(businessId, 'figures/book', spanQuery(span)), bookReplySchema)
export type BookFormat = 'xlsx' | 'csv'
export const bookFileUrl = (
  businessId: number,
  { from, to }: Span,
  { format, language }: { format: BookFormat; language: Language },
): string => path(businessId, `figures/book.${format}`, new URLSearchParams({ from, to, language }))

export const balancesFileUrl = (businessId: number, day: string, language: Language): string =>
  path(businessId, 'figures/balances.xlsx', new URLSearchParams({ day, language }))

export type BuyersSort = 'code' | 'points'
export interface BuyersView {
  sort: BuyersSort
  order: 'asc' | 'desc'
  search: string
  cursor: string | undefined
  limit: number
}

/** `next`: the next page's cursor. */
export function useBuyersPage(
  businessId: number,
  { sort, order, search, cursor, limit }: BuyersView,
): Reading<{ buyers: BusinessBuyer[]; next: string | undefined }> {
  const query = new URLSearchParams({ sort, order, limit: String(limit) })
  if (search !== '') query.set('search', search)
  if (cursor !== undefined) query.set('cursor', cursor)
  const swr = useSWR<{ buyers: BusinessBuyer[]; next: string | undefined }, unknown>(
    path(businessId, 'buyers', query),
    async (wanted: string) => {
      const { value, next } = await api.readPage(wanted, buyersReplySchema)
      return { buyers: value, next }
    },
  )
  return useKept(useReading(swr))
}

export type VisitsSort = 'last' | 'first' | 'visits' | 'spent'
export interface VisitsView {
  sort: VisitsSort
  order: 'asc' | 'desc'
  search: string
  cursor?: string | undefined
  limit: number
}

/** Buyers with their purchases. */
export function useBuyerVisits(
  businessId: number,
  { sort, order, search, cursor, limit }: VisitsView,
): Reading<{ buyers: BuyerVisits[]; next: string | null }> {
  const query = new URLSearchParams({ sort, order, limit: String(limit) })
  if (search !== '') query.set('search', search)
  if (cursor !== undefined) query.set('cursor', cursor)
  return useKept(useRead(path(businessId, 'buyers/visits', query), buyerVisitsReplySchema))
}

export const buyerPage = (code: string): string => `/buyers/${code}`

/** `buyer`: users.id. */
export interface EventFilter {
  day?: string | undefined
  month?: string | undefined
  types: readonly MovementType[]
  buyer?: string | undefined
}

function eventQuery({ day, month, types, buyer }: EventFilter): URLSearchParams {
  const query = new URLSearchParams()
  if (day !== undefined) query.set('day', day)
  if (month !== undefined) query.set('month', month)
  for (const type of types) query.append('type', type)
  if (buyer !== undefined) query.set('buyer', buyer)
  return query
}

export const eventsPage = (filter: EventFilter): string => `/figures/events?${eventQuery(filter).toString()}`

export function useMovements(
  businessId: number,
  filter: EventFilter,
  before: string | undefined,
): Reading<{ movements: MovementLine[]; next: string | null }> {
  const query = eventQuery(filter)
  const first = path(businessId, 'movements', query)
  if (before !== undefined) query.set('before', before)
  return useKept(useRead(path(businessId, 'movements', query), movementsReplySchema), first)
}

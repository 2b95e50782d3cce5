/** The counter's calls besides the award itself (H3, H4); `businessId` is its users.id. */
import useSWR, { useSWRConfig } from 'swr'
import {
  awardsReplySchema,
  correctReplySchema,
  redemptionPreviewSchema,
  reopenReplySchema,
  usesReplySchema,
  voidReplySchema,
  type CorrectReply,
  type RecentAward,
  type RecentUse,
  type RedemptionPreview,
  type ReopenReply,
  type VoidReply,
} from '#contracts/calls/counter.ts'
import { api } from '#web/lib/api/api.ts'
import { readDown } from '#web/lib/reads/read-down.ts'
import { useReading, type Reading } from '#web/lib/reads/read.ts'
import { acted } from './acted.ts'

const SHOWN = 5
const OLDER = 20
const USES_SHOWN = 10
/** The contract's page limit; a refresh of a longer list reads several pages. */
const READ_MAX = 100

const awardsPath = (businessId: number): string => `/api/business/${businessId}/awards`

interface Shown {
  awards: RecentAward[]
  next: string | null
  /** Older awards are open, so newer ones do not shorten the list. */
  opened: boolean
}

export interface ReadingAwards extends Reading<RecentAward[]> {
  /** Undefined at the list's end, or once it shows an award too late to void. Rejects with ApiError. */
  older: (() => Promise<void>) | undefined
  /** Collapses to the latest awards. Rejects with ApiError. */
  fewer: (() => Promise<void>) | undefined
}

/** The latest awards, newest first, with older ones on request (H4). */
export function useRecentAwards(businessId: number): ReadingAwards {
  const { cache } = useSWRConfig()
  const path = `${awardsPath(businessId)}?limit=${SHOWN}`
  // Reads the whole list again: a void or spent points may change any award in it.
  const again = (): Promise<Shown> => readAgain(businessId, (cache.get(path) as { data?: Shown } | undefined)?.data)
  const swr = useSWR<Shown, unknown>(path, again)
  const { data, mutate } = swr
  const isAtEnd = data === undefined || data.next === null || data.awards.some(({ undo }) => undo.why === 'too_late')
  // `mutate` revalidates after each, because an award may arrive meanwhile.
  const older = async (): Promise<void> => void (await mutate((shown) => shown && readOlder(businessId, shown)))
  const fewer = async (): Promise<void> => void (await mutate(readAgain(businessId, undefined)))
  return {
    ...useReading(swr),
    value: data?.awards,
    older: isAtEnd ? undefined : older,
    fewer: data?.opened ? fewer : undefined,
  }
}

const readPage = (
  businessId: number,
  limit: number,
  before?: string,
): Promise<{ awards: RecentAward[]; next: string | null }> =>
  api.read(
    `${awardsPath(businessId)}?limit=${limit}${before === undefined ? '' : `&before=${before}`}`,
    awardsReplySchema,
  )

async function readAgain(businessId: number, shown: Shown | undefined): Promise<Shown> {
  if (!shown?.opened) return { ...(await readPage(businessId, SHOWN)), opened: false }
  const last = shown.awards.at(-1)?.awardId
  const limit = Math.min(READ_MAX, shown.awards.length + SHOWN)
  const { items, found } = await readDown(
    (before) => readPage(businessId, limit, before),
    (page) => page.awards,
    ({ awardId }) => awardId === last,
  )
  return { awards: items, next: found ? shown.next : null, opened: true }
}

async function readOlder(businessId: number, shown: Shown): Promise<Shown> {
  if (shown.next === null) return shown
  const { awards, next } = await readPage(businessId, OLDER, shown.next)
  return { awards: [...shown.awards, ...awards], next, opened: true }
}

export const voidAward = (
  businessId: number,
  { awardId, reason }: { awardId: string; reason: string },
  key: string,
): Promise<VoidReply> =>
  acted(
    api.write({
      method: 'POST',
      path: `${awardsPath(businessId)}/${awardId}/void`,
      body: { reason },
      key,
      reply: voidReplySchema,
    }),
  )

export const correctAward = (
  businessId: number,
  { awardId, ...body }: { awardId: string; amountSpent: number; reason: string },
  key: string,
): Promise<CorrectReply> =>
  acted(
    api.write({
      method: 'POST',
      path: `${awardsPath(businessId)}/${awardId}/correct`,
      body,
      key,
      reply: correctReplySchema,
    }),
  )

export const usesPath = (businessId: number): string => `/api/business/${businessId}/redemptions`

/** The latest uses of codes, newest first. */
export function useRecentUses(businessId: number): Reading<RecentUse[]> {
  const path = `${usesPath(businessId)}?limit=${USES_SHOWN}`
  const swr = useSWR<RecentUse[], unknown>(path, async () => (await api.read(path, usesReplySchema)).uses)
  return { ...useReading(swr), value: swr.data }
}

/** Uses nothing. */
export const previewRedemption = (businessId: number, code: string): Promise<RedemptionPreview> =>
  api.read(`/api/business/${businessId}/redemptions/${encodeURIComponent(code)}`, redemptionPreviewSchema)

export const reopenRedemption = (
  businessId: number,
  { redemptionId, reason }: { redemptionId: string; reason: string },
  key: string,
): Promise<ReopenReply> =>
  acted(
    api.write({
      method: 'POST',
      path: `/api/business/${businessId}/redemptions/${redemptionId}/reopen`,
      body: { reason },
      key,
      reply: reopenReplySchema,
    }),
  )

/** The counter's calls beyond the award itself (H3, H4); `businessId` is its users.id. */
import useSWR, { useSWRConfig } from 'swr'
import { awardsReplySchema, voidReplySchema, type RecentAward, type VoidReply } from '#contracts/calls/counter.ts'
import { api } from '#web/lib/api/api.ts'
import { readDown } from '#web/lib/reads/read-down.ts'
import { useReading, type Reading } from '#web/lib/reads/read.ts'

/** What the counter shows by itself, and by how many more it shows older ones. */
const SHOWN = 5
const OLDER = 20
/** The most that one call answers. */
const READ_MAX = 100

const awardsPath = (businessId: number): string => `/api/business/${businessId}/awards`

interface Shown {
  awards: RecentAward[]
  /** Where what is older begins; null where nothing is. */
  next: string | null
  /** Older ones were asked for: the list keeps its end, whatever comes on top. */
  opened: boolean
}

export interface ReadingAwards extends Reading<RecentAward[]> {
  /** Reads older ones; undefined where none of them could be called back. Rejects with ApiError. */
  older: (() => Promise<void>) | undefined
  /** Back to the latest; undefined where no older ones were asked for. Rejects with ApiError. */
  fewer: (() => Promise<void>) | undefined
}

/** The latest awards, newest first, and on demand older ones, as far back as they can be called back (H4). */
export function useRecentAwards(businessId: number): ReadingAwards {
  const { cache } = useSWRConfig()
  const path = `${awardsPath(businessId)}?limit=${SHOWN}`
  // What is on the screen is asked for anew as a whole: a balance that moved changes what can be called back anywhere in it.
  const again = (): Promise<Shown> => readAgain(businessId, (cache.get(path) as { data?: Shown } | undefined)?.data)
  const swr = useSWR<Shown, unknown>(path, again)
  const { data, mutate } = swr
  const isAtEnd = data === undefined || data.next === null || data.awards.some(({ undo }) => undo.why === 'too_late')
  // Something may move while these read; each is followed by another look.
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

/** The latest; or, where older ones were asked for, everything down to the one with which the list ended. */
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

/** POST /api/business/{id}/awards/{awardId}/void. */
export const voidAward = (
  businessId: number,
  { awardId, reason }: { awardId: string; reason: string },
  key: string,
): Promise<VoidReply> =>
  api.write({
    method: 'POST',
    path: `${awardsPath(businessId)}/${awardId}/void`,
    body: { reason },
    key,
    reply: voidReplySchema,
  })

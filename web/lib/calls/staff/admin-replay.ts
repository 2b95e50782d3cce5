/** Replays (H30). */
import {
  accountReplayReplySchema,
  replaysReplySchema,
  type AccountReplay,
  type Replay,
  type Replays,
} from '#contracts/calls/staff/admin.ts'
import { useAdminRead } from './admin-read.ts'
import { api } from '#web/lib/api/api.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import type { Reading } from '#web/lib/reads/read.ts'

const REPLAY = '/api/admin/replay'
const WORKING_MS = 700
const WAITING_MS = 5_000

const isAtWork = ({ state }: Replay): boolean => state === 'building' || state === 'comparing' || state === 'switching'

export const useReplays = (): Reading<Replays> =>
  useAdminRead(REPLAY, replaysReplySchema, (latest) =>
    latest?.current && isAtWork(latest.current) ? WORKING_MS : WAITING_MS,
  )
export const READS_AFTER_REPLAY = [REPLAY, '/api/admin/projections', '/api/admin/overview']

export type ReplayStep = { step: 'start' | 'discard'; reason: string } | { step: 'compare' | 'switch' }
export const moveReplay = confirmed((input: ReplayStep, key: string): Promise<Replays> => {
  const path = input.step === 'start' ? REPLAY : `${REPLAY}/${input.step}`
  return api.write({
    method: 'POST',
    path,
    ...('reason' in input && { body: { reason: input.reason } }),
    key,
    reply: replaysReplySchema,
  })
})

export const useAccountReplay = (account: { businessId: number; buyerId: number } | null): Reading<AccountReplay> =>
  useAdminRead(
    account && `/api/admin/accounts/${account.businessId}/${account.buyerId}/replay`,
    accountReplayReplySchema,
  )

/** For administrators (H30). */
import type { z } from 'zod'
import { settingsSchema, type PutSettings, type Settings } from '#contracts/calls/staff/admin-settings.ts'
import {
  overviewSchema,
  projectionsReplySchema,
  queuesReplySchema,
  type Overview,
  type Projections,
} from '#contracts/calls/staff/admin.ts'
import { adminTasksReplySchema, type AdminTasks } from '#contracts/calls/staff/admin-tasks.ts'
import { readySchema, type Ready } from '#contracts/calls/health.ts'
import { headsReplySchema, type Heads } from '#contracts/calls/proofs.ts'
import { selfCheckReplySchema, type SelfCheck } from '#contracts/calls/staff/self-check.ts'
import { queryOf, useAdminRead } from './admin-read.ts'
import { api } from '#web/lib/api/api.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import type { Reading } from '#web/lib/reads/read.ts'

const OVERVIEW = '/api/admin/overview'
const SETTINGS = '/api/admin/settings'
const SELF_CHECK = '/api/admin/self-check'
const LOOK_AGAIN_MS = 15_000
const SOON_MS = 1_500

export const QUEUE_BOARD = '/api/admin/queues/board'

export const useOverview = (): Reading<Overview> => useAdminRead(OVERVIEW, overviewSchema, () => LOOK_AGAIN_MS)
export const useTasks = (): Reading<AdminTasks> =>
  useAdminRead('/api/admin/tasks', adminTasksReplySchema, () => LOOK_AGAIN_MS)
export const useProjections = (): Reading<Projections> =>
  useAdminRead('/api/admin/projections', projectionsReplySchema, () => LOOK_AGAIN_MS)
export type Queues = z.infer<typeof queuesReplySchema>
export const useQueues = (): Reading<Queues> =>
  useAdminRead('/api/admin/queues', queuesReplySchema, () => LOOK_AGAIN_MS)
export const useReadiness = (): Reading<Ready> => useAdminRead('/api/admin/readiness', readySchema, () => LOOK_AGAIN_MS)

export const useSettings = (): Reading<Settings> => useAdminRead(SETTINGS, settingsSchema)
export const READS_AFTER_SETTINGS = [SETTINGS, '/api/billing/plans']
export const putSettings = confirmed((body: PutSettings, key: string): Promise<Settings> =>
  api.write({ method: 'PUT', path: SETTINGS, body, key, reply: settingsSchema }),
)

export const useSelfCheck = (isAsked: boolean): Reading<SelfCheck> =>
  useAdminRead(SELF_CHECK, selfCheckReplySchema, (latest) =>
    isAsked || latest?.runs.some(({ endedAt }) => endedAt === null) ? SOON_MS : LOOK_AGAIN_MS,
  )
export const READS_AFTER_CHECK = [SELF_CHECK, OVERVIEW]
export const runSelfCheck = (scope: 'sample' | 'all', key: string): Promise<SelfCheck> =>
  api.write({ method: 'POST', path: `${SELF_CHECK}/run`, body: { scope }, key, reply: selfCheckReplySchema })

export const useHeads = (before: string | undefined): Reading<Heads> =>
  useAdminRead(`/api/ledger/heads${queryOf({ before, limit: 20 })}`, headsReplySchema)

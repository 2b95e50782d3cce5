import { runSelfCheckSchema, selfCheckReplySchema, type SelfCheck } from '#contracts/calls/staff/self-check.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import {
  askForCheck,
  checkRuns,
  checkSummary,
  countOpenAccounts,
  findings,
  type FindingRow,
} from '#projections/self-check/queries.ts'
import { administrator } from '../../guards/access.ts'
import { recordAdminEvent } from './admin-event.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

const SHOWN = 100
/** Samples end within a minute; only a nightly check of a large ledger takes this long. */
const LATE_MS = 60 * 60 * 1000
const response = { 200: selfCheckReplySchema, '4xx': errorSchema }

export function readSelfCheck(app: App, deps: Deps): void {
  app.get(
    '/api/admin/self-check',
    { config: { repeatedByPage: true }, schema: { tags: ['admin'], response } },
    async (request) => {
      await administrator(request, deps)
      return selfCheck(deps)
    },
  )
}

export function askSelfCheck(app: App, deps: Deps): void {
  app.post(
    '/api/admin/self-check/run',
    { schema: { tags: ['admin'], body: runSelfCheckSchema, response } },
    async (request) => {
      const admin = await administrator(request, deps)
      const { scope } = request.body
      await deps.once(request, { user: admin.id, keyless: true }, request.body, async (client) => {
        await askForCheck(client, scope)
        await recordAdminEvent(
          client,
          { request, adminId: admin.id, deps },
          { type: 'SelfCheckAsked', data: { scope } },
        )
      })
      deps.wake('selfCheck')
      return selfCheck(deps)
    },
  )
}

async function selfCheck(deps: Deps): Promise<SelfCheck> {
  const [{ lastAt }, openAccounts, open, past, runs] = await Promise.all([
    checkSummary(deps.pool),
    countOpenAccounts(deps.pool),
    findings(deps.pool, { open: true, limit: SHOWN }),
    findings(deps.pool, { open: false, limit: SHOWN }),
    checkRuns(deps.pool, SHOWN),
  ])
  return {
    lastAt: lastAt?.toISOString() ?? null,
    isLate: lastAt !== null && lastAt.getTime() < deps.now().getTime() - LATE_MS,
    openAccounts,
    open: open.map(shown),
    past: past.map(shown),
    runs: runs.map((run) => ({
      ...run,
      startedAt: run.startedAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
    })),
  }
}

const shown = (row: FindingRow) => ({
  ...row,
  foundAt: row.foundAt.toISOString(),
  clearedAt: row.clearedAt?.toISOString() ?? null,
})

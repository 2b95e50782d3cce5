import { overviewSchema, projectionsReplySchema, queuesReplySchema } from '#contracts/calls/staff/admin.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { createRoleCount } from '#accounts/staff/admin-list.ts'
import { countAdministrators } from '#accounts/staff/staff.ts'
import { countOpenInvoices } from '#businesses/invoices/invoices.ts'
import { countByStatus, countWaitingForApproval } from '#businesses/status/admin-list.ts'
import { readSeller } from '#businesses/payments/seller.ts'
import { lastBackup } from '#platform/files/last-backup.ts'
import { countDeadMails } from '#platform/mail/mail-outbox.ts'
import { waitingEvents } from '#platform/outbox/waiting-events.ts'
import { readModels } from '#projections/all.ts'
import { countRows } from '#projections/runtime/generations/generations.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { checkSummary } from '#projections/self-check/queries.ts'
import { runningVisits } from '#projections/support-visits/queries.ts'
import { administrator } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** H30: numbers on the tabs. Counts of people are up to a minute old. */
export function overview(app: App, deps: Deps): void {
  const countByRole = createRoleCount(deps.pool)
  app.get(
    '/api/admin/overview',
    {
      config: { repeatedByPage: true },
      schema: { tags: ['admin'], response: { 200: overviewSchema, '4xx': errorSchema } },
    },
    async (request) => {
      await administrator(request, deps)
      const [
        approvals,
        statuses,
        roles,
        invoices,
        seller,
        dead,
        running,
        administrators,
        lag,
        checked,
        eventOutbox,
        backup,
      ] = await Promise.all([
        countWaitingForApproval(deps.pool),
        countByStatus(deps.pool),
        countByRole(),
        countOpenInvoices(deps.pool),
        readSeller(deps.pool),
        countDeadMails(deps.pool),
        runningVisits(deps.pool, deps.now()),
        countAdministrators(deps.pool),
        lagOf(deps),
        checkSummary(deps.pool),
        waitingEvents(deps.pool),
        lastBackup(deps.pool),
      ])
      return {
        approvals,
        businesses: { pending: 0, active: 0, suspended: 0, trial_expired: 0, rejected: 0, closed: 0, ...statuses },
        users: { buyer: 0, business: 0, admin: 0, auditor: 0, manager: 0, ...roles },
        openInvoices: invoices,
        sellerIsSet: seller !== null,
        deadMails: dead.count,
        visitsRunning: running,
        administrators,
        projections: { caughtUp: lag.caughtUp, stopped: lag.live?.stoppedBy != null, lagEvents: lag.lagEvents },
        selfCheck: { lastAt: checked.lastAt?.toISOString() ?? null, differences: checked.differences },
        eventOutbox,
        backup: backup
          ? { ok: backup.ok, endedAt: backup.endedAt.toISOString(), lastAt: backup.lastAt?.toISOString() ?? null }
          : null,
      }
    },
  )
}

/** Lag of the read models, and what stops them. */
export function adminProjections(app: App, deps: Deps): void {
  app.get(
    '/api/admin/projections',
    {
      config: { repeatedByPage: true },
      schema: { tags: ['admin'], response: { 200: projectionsReplySchema, '4xx': errorSchema } },
    },
    async (request) => {
      await administrator(request, deps)
      const { live, head, caughtUp, lagEvents } = await lagOf(deps)
      return {
        live: live
          ? { generation: live.generation, position: live.position === null ? null : String(live.position) }
          : null,
        head: head === null ? null : String(head),
        caughtUp,
        lagEvents,
        stoppedBy: live?.stoppedBy ?? null,
        tables: live ? await countRows(deps.pool, live.generation, readModels) : [],
      }
    },
  )
}

export function adminQueues(app: App, deps: Deps): void {
  app.get(
    '/api/admin/queues',
    {
      config: { repeatedByPage: true },
      schema: { tags: ['admin'], response: { 200: queuesReplySchema, '4xx': errorSchema } },
    },
    async (request) => {
      await administrator(request, deps)
      return Promise.all(
        Object.entries(deps.queues).map(async ([name, queue]) => ({ name, ...(await queue.counts()) })),
      )
    },
  )
}

/** Positions have gaps, so events in between are counted, up to a bound. Lag is null if the event store is down. */
async function lagOf(deps: Deps) {
  const [live, head] = await Promise.all([liveCheckpoint(deps.pool), deps.head().catch(() => 'unknown' as const)])
  if (head === 'unknown') return { live, head: null, caughtUp: false, lagEvents: null }
  const caughtUp = head === null || (live?.position != null && live.position >= head)
  const lagEvents = caughtUp
    ? 0
    : await deps.eventsAfter(live?.position ?? null).then(
        ({ count }) => count,
        () => null,
      )
  return { live, head, caughtUp, lagEvents }
}

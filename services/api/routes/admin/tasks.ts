import { adminTasksReplySchema, MOST_TASKS, type AdminTask } from '#contracts/calls/staff/admin-tasks.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { unsettledInvoices, type StoredInvoice } from '#businesses/invoices/invoices.ts'
import { countWaitingForApproval, isAmber, oldestToDecide } from '#businesses/status/admin-list.ts'
import { countDeadMails } from '#platform/mail/mail-outbox.ts'
import { currentReplay } from '#projections/runtime/replay/replay-control.ts'
import { checkSummary } from '#projections/self-check/queries.ts'
import { administrator } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** H30: the queue of the overview. */
export function adminTasks(app: App, deps: Deps): void {
  app.get(
    '/api/admin/tasks',
    {
      config: { repeatedByPage: true },
      schema: { tags: ['admin'], response: { 200: adminTasksReplySchema, '4xx': errorSchema } },
    },
    async (request) => {
      await administrator(request, deps)
      const now = deps.now()
      const [registrations, approvals, invoices, mails, findings, replay] = await Promise.all([
        oldestToDecide(deps.pool, MOST_TASKS),
        countWaitingForApproval(deps.pool),
        unsettledInvoices(deps.pool, MOST_TASKS),
        countDeadMails(deps.pool),
        checkSummary(deps.pool),
        currentReplay(deps.pool),
      ])
      const listed: AdminTask[] = [
        ...registrations.map(({ id, businessName, waitingSince }) => ({
          kind: 'approval' as const,
          since: waitingSince,
          business: id,
          businessName,
          late: isAmber(waitingSince, now),
        })),
        ...invoices.oldest.map((invoice) => invoiceTask(invoice, now)),
      ]
      if (mails.since) listed.push({ kind: 'mails', since: mails.since.toISOString(), count: mails.count })
      if (findings.openSince)
        listed.push({ kind: 'findings', since: findings.openSince.toISOString(), count: findings.differences })
      if (replay?.state === 'ready' || replay?.state === 'awaiting_second')
        listed.push({ kind: 'replay', since: replay.diff?.at ?? replay.startedAt, state: replay.state })
      const tasks = listed.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since)).slice(0, MOST_TASKS)
      const all = listed.length - registrations.length - invoices.oldest.length + approvals.waiting + invoices.count
      return { at: now.toISOString(), tasks, more: Math.max(0, all - tasks.length) }
    },
  )
}

function invoiceTask(invoice: StoredInvoice, now: Date): AdminTask {
  const { id, kind, state, number, parties, amountAmd, receivedAmd, issuedAt, cancelledAt, dueAt } = invoice
  const isWithdrawn = state === 'cancelled'
  return {
    kind: isWithdrawn ? 'return' : kind,
    since: (isWithdrawn ? (cancelledAt ?? issuedAt) : issuedAt).toISOString(),
    invoice: id,
    number,
    businessName: parties.buyer.name,
    amountAmd: isWithdrawn ? receivedAmd : amountAmd - receivedAmd,
    isPart: !isWithdrawn && receivedAmd > 0,
    late: !isWithdrawn && dueAt < now,
  }
}

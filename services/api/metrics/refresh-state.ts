import type { Ready } from '#contracts/calls/health.ts'
import type { StateGauges } from '#platform/metrics/metrics.ts'
import { lastBackup } from '#platform/files/last-backup.ts'
import { countMails } from '#platform/mail/count-mails.ts'
import { waitingEvents } from '#platform/outbox/waiting-events.ts'
import type { Deps } from '../deps.ts'
import { readiness } from '../routes/health/readiness.ts'

/**
 * Asks the parts as the readiness probe does, and reads what waits. What cannot be learned has no value in the scrape:
 * an old one would hide the outage.
 */
export async function refreshState(deps: Deps, gauges: StateGauges): Promise<void> {
  const { all } = await readiness(deps)
  const { store, postgres, redis, queue, projection, selfCheck } = all
  for (const [part, { detail }] of Object.entries({ store, postgres, redis, queue, projection }))
    gauges.partUp.set({ part }, detail === undefined ? 1 : 0)
  setKnown(gauges.clockAhead, postgres.clockAheadSeconds ?? undefined)
  gauges.postgresConnections.set({ state: 'open' }, deps.pool.totalCount)
  gauges.postgresConnections.set({ state: 'idle' }, deps.pool.idleCount)
  gauges.postgresConnections.set({ state: 'awaited' }, deps.pool.waitingCount)
  setKnown(gauges.projectionStopped, projection.detail === undefined ? Number(!projection.ok) : undefined)
  setKnown(gauges.checkAge, selfCheck.lastAt === null ? undefined : secondsSince(deps, new Date(selfCheck.lastAt)))
  setKnown(gauges.checkDifferences, postgres.ok ? selfCheck.differences : undefined)
  await Promise.all([
    refreshLag(deps, gauges, projection),
    refreshQueues(deps, gauges),
    refreshWaiting(deps, gauges),
    refreshBackup(deps, gauges),
  ])
}

async function refreshLag(
  deps: Deps,
  gauges: StateGauges,
  { checkpoint, caughtUp, detail }: Ready['projection'],
): Promise<void> {
  const isKnown = detail === undefined
  const left = caughtUp
    ? { count: 0, oldestAt: null }
    : isKnown && (await deps.eventsAfter(checkpoint === null ? null : BigInt(checkpoint)).catch(() => undefined))
  setKnown(gauges.projectionLagEvents, left ? left.count : undefined)
  const lagSeconds = left && (left.oldestAt === null ? 0 : secondsSince(deps, left.oldestAt))
  setKnown(gauges.projectionLagSeconds, lagSeconds === false ? undefined : lagSeconds)
}

async function refreshQueues(deps: Deps, gauges: StateGauges): Promise<void> {
  gauges.queueJobs.reset()
  await Promise.all(
    Object.entries(deps.queues).map(async ([queue, { counts }]) => {
      const { waiting, active, delayed, failed } = await counts()
      for (const [state, jobs] of Object.entries({ waiting, active, delayed, failed }))
        gauges.queueJobs.set({ queue, state }, jobs)
    }),
  ).catch(() => {})
}

async function refreshWaiting(deps: Deps, gauges: StateGauges): Promise<void> {
  const [mails, events] = await Promise.all([countMails(deps.pool), waitingEvents(deps.pool)]).catch(() => [])
  setKnown(gauges.outboxEvents, events?.waiting)
  setKnown(gauges.outboxLateStreams, events?.lateStreams.length)
  gauges.mailsUnsent.reset()
  for (const [state, count] of Object.entries(mails ?? {})) gauges.mailsUnsent.set({ state }, count)
}

async function refreshBackup(deps: Deps, gauges: StateGauges): Promise<void> {
  const last = await lastBackup(deps.pool).catch(() => undefined)
  setKnown(gauges.backupOk, last && Number(last.ok))
  setKnown(gauges.backupAge, last?.lastAt ? secondsSince(deps, last.lastAt) : undefined)
}

type Settable = { set(value: number): void; remove(): void }

function setKnown(gauge: Settable, value: number | undefined): void {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}

const secondsSince = ({ now }: Deps, at: Date) => Math.max(0, (now().getTime() - at.getTime()) / 1_000)

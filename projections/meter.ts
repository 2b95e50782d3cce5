/** The worker's counting: what its parts report, under the names of metrics.ts. */
import type { AppendSample } from '#platform/event-store/measured-appends.ts'
import type { MailRound } from '#platform/mail/mail-outbox.ts'
import { countAppend, ROUND_OUTCOMES, type Metrics } from '#platform/metrics/metrics.ts'
import type { CommittedBatch } from './runtime/catch-up/catch-up.ts'

type Settled = { confirmed: number; released: number }
type Job = { name: string; run: () => Promise<void> }

export function createMeter(metrics: Metrics) {
  const { jobs, jobSeconds, settled, storeReconnections, batchEvents, commitSeconds, projectionSeconds } = metrics
  let subscribed = false

  const count = <Part extends keyof typeof ROUND_OUTCOMES>(part: Part, round: Record<string, number>): void => {
    for (const [end, outcome] of Object.entries(ROUND_OUTCOMES[part])) metrics[part].inc({ outcome }, round[end] ?? 0)
  }

  return {
    job<Measured extends Job>(options: Measured): Measured {
      const { name: queue, run } = options
      for (const outcome of ['done', 'failed']) jobs.inc({ queue, outcome }, 0)
      return {
        ...options,
        async run() {
          const end = jobSeconds.startTimer({ queue })
          let outcome = 'failed'
          try {
            await run()
            outcome = 'done'
          } finally {
            end()
            jobs.inc({ queue, outcome })
          }
        },
      }
    },
    appended: (sample: AppendSample): void => countAppend(metrics, sample),
    committed({ events: [oldest], count: events, tookMs }: CommittedBatch): void {
      batchEvents.observe(events)
      commitSeconds.observe(tookMs / 1_000)
      // Both clocks: a store whose clock is ahead must not count as negative time.
      if (oldest) projectionSeconds.observe(Math.max(0, (Date.now() - oldest.storedAt.getTime()) / 1_000))
    },
    mails: (round: MailRound): void => count('mails', round),
    notifications: (round: Record<string, number>): void => count('notifications', round),
    settled(what: string, { confirmed, released }: Settled): void {
      settled.inc({ what, outcome: 'confirmed' }, confirmed)
      settled.inc({ what, outcome: 'released' }, released)
    },
    clientRenewed: (): void => storeReconnections.inc({ connection: 'client' }),
    /** The first subscription of the process is no reconnection. */
    subscribed(): void {
      if (subscribed) storeReconnections.inc({ connection: 'subscription' })
      subscribed = true
    },
  }
}

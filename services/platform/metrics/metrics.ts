/**
 * Every metric of API and worker. Names follow Prometheus's conventions: base units, and `_total` for counters.
 * Labels hold route patterns, names of our own lists and codes; never an id, an address or typed text.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AppendSample } from '../event-store/measured-appends.ts'

/** Of requests and commands, in seconds; the alert on slow awards needs the bound of one second. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Of appends and commits, in seconds. */
const WRITE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600]
const BATCH_EVENTS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_000, 4_000]

export const ROUND_OUTCOMES = {
  mails: { sent: 'sent', dropped: 'dropped', putOff: 'put_off', dead: 'dead' },
  notifications: { sent: 'sent', givenUp: 'given_up', putOff: 'put_off', gone: 'gone' },
} as const

export type Metrics = ReturnType<typeof createMetrics>
export type StateGauges = ReturnType<typeof createStateGauges>

const makersFor = (registry: Registry) => {
  const common = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => ({
    name: `hatik_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
  })
  return {
    counter: <Label extends string = never>(name: string, help: string, labels: readonly Label[] = []) =>
      new Counter<Label>(common(name, help, labels)),
    gauge: <Label extends string = never>(name: string, help: string, labels: readonly Label[] = []) =>
      new Gauge<Label>(common(name, help, labels)),
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      labels: readonly Label[] = [],
    ) => new Histogram<Label>({ ...common(name, help, labels), buckets }),
  }
}

/** Counted by each process. */
export function createMetrics() {
  const registry = new Registry()
  const { counter, histogram } = makersFor(registry)
  const metrics = {
    registry,
    requests: counter('http_requests_total', 'Responses by route pattern and status.', ['method', 'route', 'status']),
    requestSeconds: histogram(
      'http_request_duration_seconds',
      'Time from the request to the end of its response, without live streams.',
      ANSWER_SECONDS,
      ['method', 'route'],
    ),
    refusals: counter('http_refusals_total', 'Responses with an error code.', ['code']),
    signIns: counter('sign_ins_total', 'Attempts to sign in by method and outcome.', ['method', 'outcome']),
    commands: counter('commands_total', 'Commands on accounts by outcome.', ['command', 'outcome']),
    commandRefusals: counter('command_refusals_total', 'Refused commands by error code.', ['code']),
    forwardedCommands: counter('commands_forwarded_total', "Commands sent to their account's API.", ['outcome']),
    commandSeconds: histogram('command_duration_seconds', 'Time from command to result.', ANSWER_SECONDS, ['command']),
    appends: counter('store_appends_total', 'Appends to accounts by outcome; a conflict is decided again.', [
      'outcome',
    ]),
    appendSeconds: histogram('store_append_duration_seconds', 'Time of an append, retries included.', WRITE_SECONDS),
    appendEvents: histogram('store_append_events', 'Events in an append.', [1, 2, 5, 10, 25, 50, 100, 200]),
    storeReconnections: counter('store_reconnections_total', 'Renewed connections to the event store.', ['connection']),
    quotaPlaces: counter('quota_places_total', 'Places asked for in the monthly limit of a plan.', ['outcome']),
    settled: counter('reservations_settled_total', 'Abandoned reservations.', ['what', 'outcome']),
    batchEvents: histogram('projection_batch_events', 'Events in a committed batch.', BATCH_EVENTS),
    commitSeconds: histogram(
      'projection_commit_duration_seconds',
      'Time to write and commit a batch of rows.',
      WRITE_SECONDS,
    ),
    projectionSeconds: histogram(
      'projection_delay_seconds',
      "Time from an event's storage to its commit as rows, for the oldest event of a batch.",
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
    ),
    jobs: counter('jobs_total', 'Jobs of the worker by queue and outcome.', ['queue', 'outcome']),
    jobSeconds: histogram('job_duration_seconds', 'Time of a job.', JOB_SECONDS, ['queue']),
    mails: counter('mails_total', 'Mails by outcome of an attempt.', ['outcome']),
    notifications: counter('notifications_total', 'Push notifications by outcome of an attempt.', ['outcome']),
    checkedAccounts: counter('self_check_accounts_total', 'Accounts compared with the log.'),
  }
  // Without a first zero, `increase` misses the first event of a series.
  for (const outcome of Object.values(ROUND_OUTCOMES.mails)) metrics.mails.inc({ outcome }, 0)
  for (const outcome of Object.values(ROUND_OUTCOMES.notifications)) metrics.notifications.inc({ outcome }, 0)
  for (const connection of ['client', 'subscription']) metrics.storeReconnections.inc({ connection }, 0)
  return metrics
}

export function countAppend(
  { appends, appendSeconds, appendEvents }: Pick<Metrics, 'appends' | 'appendSeconds' | 'appendEvents'>,
  { outcome, seconds, events }: AppendSample,
): void {
  appends.inc({ outcome })
  appendSeconds.observe(seconds)
  appendEvents.observe(events)
}

/** What the API learns from the parts at each scrape. Several APIs report the same, so queries take max or min. */
export function createStateGauges(registry: Registry) {
  const { gauge } = makersFor(registry)
  return {
    partUp: gauge('part_up', '1 if the part answers in time.', ['part']),
    clockAhead: gauge('clock_ahead_seconds', "How far this process's clock is ahead of PostgreSQL's."),
    postgresConnections: gauge('postgres_connections', "Connections of the API's pool, and calls waiting for one.", [
      'state',
    ]),
    projectionStopped: gauge('projection_stopped', '1 if an event or a log that ends early stops the read models.'),
    projectionLagSeconds: gauge('projection_lag_seconds', 'Age of the oldest event without rows; 0 if there is none.'),
    projectionLagEvents: gauge('projection_lag_events', 'Events without rows, counted to 1,000.'),
    queueJobs: gauge('queue_jobs', 'Jobs in a queue of BullMQ.', ['queue', 'state']),
    mailsUnsent: gauge('mails_unsent', 'Mails that wait, or that are dead letters.', ['state']),
    outboxEvents: gauge('outbox_events', 'Events that wait for their relay to the log.'),
    outboxLateStreams: gauge('outbox_late_streams', 'Streams whose events wait for over a minute, counted to 20.'),
    checkDifferences: gauge('self_check_differences', 'Open differences between read models and log.'),
    checkAge: gauge('self_check_age_seconds', 'Time since the end of the latest self-check.'),
    backupOk: gauge('backup_ok', '1 if the latest scheduled backup succeeded, 0 if it failed.'),
    backupAge: gauge('backup_age_seconds', 'Time since the start of the latest scheduled backup that succeeded.'),
  }
}

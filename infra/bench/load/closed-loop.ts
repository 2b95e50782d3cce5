/** Capacity: a fixed number of requests in flight. */
import { Samples } from '../measure/percentiles.ts'
import type { Awarder } from './awarder.ts'
import { Lane, type Hosts } from './lane.ts'
import type { Award } from './mix.ts'
import { headerOf, type Reply } from './reply.ts'

export type OnAcknowledged = (reply: Reply, atMs: number) => void

export type ClosedLoop = {
  hosts: Hosts
  awarder: Awarder
  next: () => Award
  inFlight: number
  warmMs: number
  /** Minimum responses of the warm-up, for the JIT. */
  warmAnswers: number
  measureMs: number
  onMeasuring: () => void
  onMeasured: () => void
  onAcknowledged?: OnAcknowledged
}

export type Measured = {
  answered: number
  elapsedMs: number
  /** In an open loop from the intended start, else from sending. */
  latencyMs: Samples
  /** In an open loop from sending, without the generator's own delay. */
  serviceMs?: Samples
  /** In an open loop: awards due but never sent, because the arm was too slow. */
  unsent?: number
}

const LONGEST_WARM_MS = 20_000

export async function closedLoop(options: ClosedLoop): Promise<Measured> {
  const { hosts, awarder, next, inFlight, onAcknowledged } = options
  const opened = await Promise.all(Array.from({ length: inFlight }, () => Lane.open(hosts)))
  const latencyMs = new Samples()
  let answered = 0
  let answeredEver = 0
  let phase: 'warming' | 'measuring' | 'over' = 'warming'

  const run = (lane: Lane): Promise<void> =>
    new Promise((resolve, reject) => {
      const step = (): void => {
        const award = next()
        const prepared = awarder.prepare(award)
        const connection = lane.connectionFor(award)
        const sentAt = performance.now()
        connection.send(prepared.request, (reply) => {
          const now = performance.now()
          answeredEver += 1
          if (awarder.book(prepared, reply)) {
            if (reply && onAcknowledged) onAcknowledged(reply, now)
            if (phase === 'measuring') {
              answered += 1
              latencyMs.push(now - sentAt)
            }
          }
          if (phase === 'over') {
            lane.close()
            resolve()
          } else if (connection.open) step()
          else lane.renew(connection).then(step, reject)
        })
      }
      step()
    })

  const lanes = Promise.all(opened.map(run))
  lanes.catch(() => {})
  const startedAt = performance.now()
  const warmFor = () => performance.now() - startedAt
  while ((warmFor() < options.warmMs || answeredEver < options.warmAnswers) && warmFor() < LONGEST_WARM_MS)
    await pause(20)
  options.onMeasuring()
  const measuringFrom = performance.now()
  phase = 'measuring'
  await pause(options.measureMs)
  const elapsedMs = performance.now() - measuringFrom
  phase = 'over'
  options.onMeasured()
  await lanes
  return { answered, elapsedMs, latencyMs }
}

export async function sendAll(
  hosts: Hosts,
  awarder: Awarder,
  awards: readonly Award[],
  inFlight: number,
): Promise<void> {
  let index = 0
  const run = async (): Promise<void> => {
    const lane = await Lane.open(hosts)
    for (let award = awards[index++]; award; award = awards[index++]) {
      const prepared = awarder.prepare(award)
      const connection = lane.connectionFor(award)
      awarder.book(prepared, await connection.ask(prepared.request))
      if (!connection.open) await lane.renew(connection)
    }
    lane.close()
  }
  await Promise.all(Array.from({ length: inFlight }, run))
}

/** The position of an acknowledged award; undefined for an arm without a log. */
export function positionOf(reply: Reply): number | undefined {
  const token = headerOf(reply.head, 'consistency-token')
  return token === undefined ? undefined : Number(token)
}

function pause(waitMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, waitMs))
}

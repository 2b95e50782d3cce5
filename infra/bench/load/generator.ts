/** The load generator's process, which ends with its parent. */
import { LOGIN_EMAIL, LOGIN_PASSWORD } from '../people.ts'
import { Samples, summaryOf } from '../measure/percentiles.ts'
import { Awarder } from './awarder.ts'
import { CheckpointWatch } from './checkpoint-watch.ts'
import { closedLoop, positionOf, sendAll, type OnAcknowledged } from './closed-loop.ts'
import { Connection } from './connection.ts'
import { logins } from './logins.ts'
import { awardsOf, everyAccount } from './mix.ts'
import { openLoop } from './open-loop.ts'
import type { FromGenerator, LoadResult, LoadSpec, Sessions, ToGenerator } from './protocol.ts'
import { readBack } from './read-back.ts'
import { tenthsForAmount } from '#contracts/units/points.ts'

let sessions: Sessions = { businesses: [], readers: [] }

const tell = (message: FromGenerator): void => void process.send?.(message)

async function run(spec: LoadSpec): Promise<LoadResult> {
  const { host, loop } = spec
  const hosts = spec.hosts ?? { all: [host], by: 'turn' }
  const awarder = new Awarder(host, sessions.businesses, spec.runKey)
  const next = awardsOf(spec.mix, spec.seed)
  const none = { answered: 0, elapsedMs: 0, latencyMs: summaryOf(new Samples()) }
  if (loop.kind === 'every-account') {
    await sendAll(hosts, awarder, everyAccount(spec.mix), loop.inFlight)
    return { ...none, books: await awarder.settle() }
  }
  if (loop.kind === 'sequence') {
    const eachMs = await inSequence(spec, awarder, loop.awards)
    return { ...none, eachMs, books: await awarder.settle() }
  }

  const watch = spec.watchDatabaseUrl === undefined ? undefined : await CheckpointWatch.open(spec.watchDatabaseUrl)
  let measuring = false
  let over = false
  const onAcknowledged: OnAcknowledged = (reply, atMs) => {
    const position = positionOf(reply)
    if (measuring && position !== undefined) watch?.acknowledged({ position, atMs })
  }
  const onMeasuring = () => {
    measuring = true
    tell({ kind: 'measuring' })
  }
  const onMeasured = () => {
    measuring = false
    over = true
    tell({ kind: 'measured' })
  }
  const common = { awarder, next, onMeasuring, onMeasured, ...(watch ? { onAcknowledged } : {}) }
  const readers =
    spec.readBackPerSecond === undefined
      ? undefined
      : readBack({ host, awarder, cookies: sessions.readers, perSecond: spec.readBackPerSecond, over: () => over })
  const people =
    spec.loginsPerSecond === undefined
      ? undefined
      : logins({
          host,
          email: LOGIN_EMAIL,
          password: LOGIN_PASSWORD,
          perSecond: spec.loginsPerSecond,
          over: () => over,
        })
  const measured =
    loop.kind === 'closed'
      ? await closedLoop({ hosts, ...common, ...loop })
      : await openLoop({ host, ...common, ...loop })
  const read = await readers
  const signedIn = await people
  const lag = await watch?.close()
  return {
    answered: measured.answered,
    elapsedMs: measured.elapsedMs,
    latencyMs: summaryOf(measured.latencyMs),
    ...(measured.serviceMs ? { serviceMs: summaryOf(measured.serviceMs) } : {}),
    ...(measured.unsent === undefined ? {} : { unsent: measured.unsent }),
    ...(lag ? { lagMs: summaryOf(lag.lagMs), unseen: lag.unseen } : {}),
    ...(read ? { readMs: summaryOf(read.readMs), stale: read.stale } : {}),
    ...(signedIn ? { loginMs: summaryOf(signedIn.tookMs), loginsRefused: signedIn.refused } : {}),
    books: await awarder.settle(),
  }
}

async function inSequence(
  { host }: LoadSpec,
  awarder: Awarder,
  awards: { business: number; buyerCode: string; amountAmd: number }[],
): Promise<number[]> {
  const connection = await Connection.open(host)
  const eachMs: number[] = []
  for (const award of awards) {
    const prepared = awarder.prepare({ ...award, tenths: tenthsForAmount(award.amountAmd) })
    const startedAt = performance.now()
    const reply = await connection.ask(prepared.request)
    eachMs.push(performance.now() - startedAt)
    awarder.book(prepared, reply)
  }
  connection.close()
  return eachMs
}

process.on('message', (message: ToGenerator) => {
  if (message.kind === 'sessions') {
    sessions = message.sessions
    return
  }
  run(message.spec).then(
    (result) => tell({ kind: 'result', result }),
    (error: unknown) =>
      tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
tell({ kind: 'ready' })

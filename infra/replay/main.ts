/**
 * `npm run replay -- --diff | --switch | --discard`: rebuilds the read models and compares them; makes them live;
 * discards them. Exit code 1: differences, or a second administrator still has to approve.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { TableDiff } from '#contracts/calls/staff/admin.ts'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { readModels } from '#projections/all.ts'
import {
  currentReplay,
  moveReplay,
  replayById,
  startReplay,
  type ReplayRow,
} from '#projections/runtime/replay/replay-control.ts'
import { createReplayRunner } from '#projections/runtime/replay/replay-runner.ts'
import { addressesFor } from '../local/addresses.ts'
import { misunderstood, readCommandLine, wordsOf } from '../local/command-line.ts'
import { sayYes } from './say-yes.ts'

const USAGE = `npm run replay -- --diff | --switch [--admin EMAIL] | --discard   [--database URL] [--event-store URL]

--diff      rebuild the read models alongside the active ones and print the differences
--switch    activate the rebuilt read models. With two administrators, both must approve: here with --admin EMAIL
            (prompts for the password, or reads it from HATIK_ADMIN_PASSWORD) or at /admin/dashboard/replay.
--discard   drop the rebuilt read models`
const LOOK_EVERY_MS = 300

const options = {
  diff: { type: 'boolean', default: false },
  switch: { type: 'boolean', default: false },
  discard: { type: 'boolean', default: false },
  admin: { type: 'string' },
  database: { type: 'string' },
  'event-store': { type: 'string' },
} as const
const { values } = readCommandLine(USAGE, options, 0)
if ([values.diff, values.switch, values.discard].filter(Boolean).length !== 1) misunderstood(USAGE)

const addresses = await exitOnError(() => addressesFor(['database', 'event-store'], values), 2)

const pool = createPool(addresses.database, {
  max: 8,
  name: 'hatik-replay-command',
  statementTimeoutMs: 60_000,
  answerWaitMs: 0,
})
const store = createEventStoreGateway(addresses['event-store'])
const runner = createReplayRunner({ pool, openLog: () => store.openLogReader(LOG_PREFIXES), readModels })

try {
  if (values.diff) process.exitCode = await diff()
  else if (values.switch) process.exitCode = await switchOver()
  else await discard()
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = 2
} finally {
  await store.close()
  await pool.end()
}

async function diff(): Promise<number> {
  const begun = (await startReplay(pool, { reason: 'npm run replay', startedBy: null })) ?? (await currentReplay(pool))
  if (!begun)
    throw new Error(
      'No replay can begin while the read models of two versions are kept (infra/docs/upgrading.md). If there is one version only, try again.',
    )
  await moveReplay(pool, { from: ['ready'], to: 'comparing' })
  const replay = await until(begun.id, ({ state }) => state !== 'building' && state !== 'comparing')
  if (replay.state === 'failed') throw new Error(`Rebuilding generation ${replay.generation} failed: ${replay.error}`)
  const tables = replay.diff?.tables ?? []
  console.log(
    `Generation ${replay.generation}, ${replay.events} events, compared at position ${replay.diff?.position ?? 'none'}`,
  )
  for (const table of tables) print(table)
  const differ = tables.some(({ changed, missing, extra }) => changed + missing + extra > 0)
  console.log(
    differ
      ? 'The tables differ. Use --switch to activate the rebuilt ones or --discard to drop them.'
      : 'The tables are equal. Use --discard to drop the rebuilt ones.',
  )
  return differ ? 1 : 0
}

function print({ table, equal, changed, missing, extra, samples, note }: TableDiff): void {
  console.log(
    `${table.padEnd(22)} equal ${equal}  changed ${changed}  missing ${missing}  extra ${extra}${note ? `  (${note})` : ''}`,
  )
  for (const { kind, key, differences } of samples) {
    const columns =
      kind === 'changed'
        ? differences.map(({ column, live, rebuilt }) => `${column}: ${live} -> ${rebuilt}`).join(', ')
        : ''
    console.log(
      `  ${kind.padEnd(8)} ${Object.entries(key)
        .map(([column, value]) => `${column}=${value}`)
        .join(' ')}  ${columns}`,
    )
  }
}

/** As on the screen: if there are two administrators, both must approve. */
async function switchOver(): Promise<number> {
  const said = await sayYes(pool, values.admin)
  console.log(said.text)
  if (said.kind === 'awaiting_second') return 1
  const done = await until(said.replayId, ({ state }) => state !== 'switching')
  console.log(
    done.state === 'switched'
      ? `Generation ${done.generation} is active.`
      : `Not switched: ${done.state} ${done.error ?? ''}`,
  )
  return done.state === 'switched' ? 0 : 2
}

async function discard(): Promise<void> {
  const replay = await moveReplay(pool, {
    from: ['building', 'comparing', 'ready', 'awaiting_second'],
    to: 'discarded',
  })
  if (!replay) throw new Error('There are no rebuilt read models to discard.')
  await runner.run()
  console.log(`Discarded generation ${replay.generation}.`)
}

async function until(id: number, reached: (replay: ReplayRow) => boolean): Promise<ReplayRow> {
  let shown = ''
  for (;;) {
    const working = runner.run().catch((error: unknown) => error)
    let running = true
    void working.then(() => (running = false))
    for (;;) {
      const replay = await replayById(pool, id)
      const { state, events, eventsTotal, eventsPerSecond, secondsLeft } = replay
      const line = `${state} ${events}/${eventsTotal} events, ${Math.round(eventsPerSecond)} per second${secondsLeft === null ? '' : `, ${secondsLeft} s left`}`
      if (line !== shown) process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(70)}` : `${line}\n`)
      shown = line
      if (reached(replay)) {
        if (process.stderr.isTTY) process.stderr.write('\n')
        await working
        return replay
      }
      await sleep(LOOK_EVERY_MS)
      if (!running) break
    }
    const failed = await working
    if (failed instanceof Error) throw failed
  }
}

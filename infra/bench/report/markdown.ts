import { ARM_NAMES, CRUD_ARMS } from '../arms/arm.ts'
import type { Run } from '../bench.ts'
import { spreadOf } from '../measure/ratios.ts'
import type { AwardCell } from '../suites/award.ts'
import { verdictOn, type Goal } from './goal.ts'
import { felt } from './felt.ts'
import { GOALS } from './goals.ts'
import { machines, partitions } from './machines.ts'
import { rateOf, ratioOf, validRuns, type Results } from './results.ts'
import { round, spread, table } from './tables.ts'

export function markdownOf(results: Results): string {
  return [
    '# Benchmark',
    '',
    ...about(results),
    '',
    ...warning(results),
    ...goals(results),
    ...(results.award ? awards(results) : []),
    ...(results.latency ? latencies('Latency at a fixed rate (open loop, hot business)', results.latency) : []),
    ...(results.login ? latencies('Sign-ins beside 1,000 awards/s', results.login) : []),
    ...catchUp(results),
    ...growth(results),
    ...logSize(results),
    ...dashboard(results),
    ...pages(results),
    ...machines(results),
    ...partitions(results),
    ...felt(results),
    ...notes(results),
    '',
  ].join('\n')
}

function about({ about }: Results): string[] {
  const {
    cpus,
    cpuModel,
    memoryGiB,
    kernel,
    node,
    postgres,
    seed,
    rounds,
    secs,
    quick,
    measuredAt,
    tookSeconds,
    commit,
  } = about
  return [
    `Measured ${measuredAt.slice(0, 10)} at ${commit} on ${cpus} CPUs (${cpuModel}), ${memoryGiB} GiB, ${kernel}, Node ${node}, PostgreSQL ${postgres} with durable commits.`,
    `Seed ${seed}, ${rounds} rounds of ${secs} s${quick ? ' (quick)' : ''}, ${Math.round(tookSeconds / 60)} minutes in all. Load, servers and all arms share these CPUs: absolute numbers belong to this machine, ratios within a round carry further.`,
    'All arms: the same Fastify, schema, cookie, Redis session and required Idempotency-Key, one PostgreSQL, separate databases. `ours` with the worker live; `ours-write` without it, the read models following afterwards; `crud` seven round trips in one transaction; `crud-fn` the same as one stored function; `crud-full` one stored function that keeps as much as `ours`.',
  ]
}

const allRuns = ({ award = [], latency = [], login = [], machines: several }: Results) => [
  ...award,
  ...latency,
  ...login,
  ...(several?.runs ?? []),
]

/** With half of the runs disturbed, results cannot be compared with the goals. */
function warning(results: Results): string[] {
  const runs = allRuns(results)
  const noisy = runs.filter((run) => run.noisy.length > 0).length
  return noisy * 2 <= runs.length
    ? []
    : [`**Not to be quoted: the machine was shared with others during ${noisy} of ${runs.length} runs.**`, '']
}

function shown(goal: Goal, value: number | undefined): string {
  return value === undefined ? '–' : `${round(value)} ${goal.unit}`
}

function goals(results: Results): string[] {
  const sign = (goal: Goal, limit: number | undefined) =>
    limit === undefined ? '–' : `${goal.better === 'higher' ? '≥' : '≤'} ${round(limit)}`
  return [
    '## Goals',
    '',
    ...table(
      ['goal', 'what', 'prototype', 'must', 'stretch', 'measured', 'holds'],
      GOALS.map((goal) => {
        const value = goal.value(results)
        const verdict =
          value === undefined && goal.unmeasured !== undefined
            ? `not measured: ${goal.unmeasured}`
            : verdictOn(goal, value)
        return [
          goal.id,
          goal.what,
          sign(goal, goal.prototype),
          sign(goal, goal.must),
          sign(goal, goal.stretch),
          shown(goal, value),
          verdict,
        ]
      }),
    ),
  ]
}

function awards(results: Results): string[] {
  const cells = new Map<string, AwardCell>()
  for (const { mix, inFlight, flush } of results.award ?? [])
    cells.set(`${flush} ${mix} ${inFlight}`, { mix, inFlight, flush })
  const ordered = [...cells.values()].sort(
    (a, b) =>
      (a.flush === b.flush ? 0 : a.flush === 'native' ? -1 : 1) ||
      a.mix.localeCompare(b.mix) ||
      a.inFlight - b.inFlight,
  )
  const arms = ARM_NAMES.filter((arm) => results.award?.some((run) => run.arm === arm))
  const rates = ordered.map((cell) => [
    `${cell.mix}, ${cell.inFlight} in flight, ${cell.flush}`,
    ...arms.map((arm) => spread(rateOf(results, arm, cell))),
    ...CRUD_ARMS.map((arm) => spread(ratioOf(results, ['ours', cell], [arm, cell]))),
  ])
  const costs = ordered.flatMap((cell) =>
    arms.flatMap((arm) => {
      const runs = validRuns(results.award, arm, cell)
      const [run] = runs
      if (!run || cell.inFlight !== 64) return []
      return [
        [
          `${cell.mix}, ${cell.flush}`,
          arm,
          millis(run.load.latencyMs),
          costOf(runs),
          micros(meanOf(runs.map((each) => each.generatorMicros))),
          `${Math.round(run.drainMs)} ms`,
        ],
      ]
    }),
  )
  return [
    '## Awards per second (closed loop)',
    '',
    ...table(['load', ...arms, ...CRUD_ARMS.map((arm) => `ours ÷ ${arm}`)], rates),
    '### CPU of one award at 64 in flight, µs',
    '',
    ...table(['load', 'arm', 'p50 / p99 / p99.9 ms', 'CPU by process', 'generator', 'read models behind by'], costs),
  ]
}

const millis = ({ p50, p99, p999 }: { p50: number; p99: number; p999: number }) =>
  `${round(p50)} / ${round(p99)} / ${round(p999)}`
const micros = (value: number) => String(Math.round(value))
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function costOf(runs: readonly Run[]): string {
  const names = Object.keys(runs[0]?.cpuMicros ?? {})
  const parts = names.map((name) => [name, meanOf(runs.map((run) => run.cpuMicros[name] ?? 0))] as const)
  return `${micros(parts.reduce((sum, [, value]) => sum + value, 0))} = ${parts.map(([name, value]) => `${name} ${micros(value)}`).join(' + ')}`
}

function latencies(title: string, runs: NonNullable<Results['latency']>): string[] {
  return [
    `## ${title}`,
    '',
    ...table(
      [
        'awards/s',
        'sign-ins/s',
        'arm',
        'from intended start, p50 / p99 / p99.9 ms',
        'from sending',
        'lag to read models',
        'read own write',
        'stale reads',
        'sign-in',
        'CPU µs',
      ],
      runs.map((run) => [
        String(run.rate),
        String(run.loginsPerSecond),
        run.arm +
          (run.mistakes.length > 0 ? ' (void)' : '') +
          (run.load.unsent ? ` (did not keep up: ${run.load.unsent} never sent)` : ''),
        millis(run.load.latencyMs),
        run.load.serviceMs ? millis(run.load.serviceMs) : '–',
        run.load.lagMs ? millis(run.load.lagMs) : '–',
        run.load.readMs ? millis(run.load.readMs) : '–',
        run.load.stale === undefined ? '–' : String(run.load.stale),
        run.load.loginMs
          ? millis(run.load.loginMs) + (run.load.loginsRefused ? ` (${run.load.loginsRefused} refused)` : '')
          : '–',
        costOf([run]),
      ]),
    ),
  ]
}

function catchUp({ catchUp }: Results): string[] {
  if (!catchUp) return []
  const cpu = Object.entries(catchUp.cpuMicros).map(([name, value]) => `${name} ${round(value)}`)
  return [
    '## Catch-up from position 0',
    '',
    ...table(
      ['how', 'events', 'events/s'],
      [
        ['real client, all read models, fresh generation', String(catchUp.events), spread(catchUp.perSecond)],
        ['SQL only, batches of 5,000', '', spread(catchUp.sqlOnlyPerSecond)],
        ['one transaction per event', String(catchUp.perEventEvents), round(catchUp.perEventPerSecond)],
      ],
    ),
    `CPU µs per event: ${cpu.join(', ')}. Rebuilt and live tables ${catchUp.different.length === 0 ? 'are equal' : `DIFFER: ${catchUp.different.join(', ')}`}.`,
    '',
  ]
}

function growth({ growth }: Results): string[] {
  if (!growth) return []
  return [
    `## One award on an account with a history${growth.mistakes.length > 0 ? ' (void)' : ''}`,
    '',
    ...table(
      ['events on the stream', 'cold ms', 'warm p50 ms', 'warm p99 ms'],
      growth.points.map((point) => [
        String(point.events),
        round(point.coldMs),
        round(point.warmMs),
        round(point.warmP99Ms),
      ]),
    ),
  ]
}

function logSize({ logSize }: Results): string[] {
  if (!logSize) return []
  return [
    `## Appends to a short and to a long log${logSize.mistakes.length > 0 ? ` (void: ${logSize.mistakes.join('; ')})` : ''}`,
    '',
    'Through the official client to the embedded store, 64 in flight, in turns; 10,000 accounts in use in either log.',
    '',
    ...table(
      ['events in the log', 'appends/s', 'CPU of one append, µs', 'restart to the first append, ms'],
      logSize.logs.map((log) => [
        log.events.toLocaleString('en-US'),
        spread(log.appendsPerSecond),
        Object.entries(log.cpuMicros)
          .map(([name, micros]) => `${name} ${round(micros)}`)
          .join(' + '),
        round(log.restartMs),
      ]),
    ),
    `Long ÷ short, within the rounds: ${spread(logSize.ratio)}.`,
    '',
  ]
}

function dashboard({ dashboard }: Results): string[] {
  if (!dashboard) return []
  return [
    `## The dashboard of a business with ${dashboard.buyers.toLocaleString('en-US')} buyers`,
    '',
    `${dashboard.events.toLocaleString('en-US')} awards over ${dashboard.days} days; one read after the other, the connection open; the median of the rounds [least–most]. Not repeated where the machine was noisy: the range tells.`,
    '',
    ...table(
      ['read', 'p50 ms', 'p99 ms', 'bytes'],
      dashboard.reads.map(({ what, p50Ms, p99Ms, bytes }) => [
        what,
        spread(p50Ms),
        spread(p99Ms),
        bytes.toLocaleString('en-US'),
      ]),
    ),
  ]
}

function pages({ pages }: Results): string[] {
  if (!pages) return []
  return [
    '## Paint and layout shift',
    '',
    'The product with its demo in a headless Chromium, an empty cache each time. phone: 390 px, slow 4G and a processor of a quarter, as Lighthouse throttles; desktop: neither.',
    '',
    ...table(
      ['device', 'page', 'largest paint ms', 'first paint ms', 'layout shift', 'scripts kB'],
      pages.map(({ device, page, lcpMs, fcpMs, cls, scriptKb }) => [
        device,
        page,
        spread(lcpMs),
        spread(fcpMs),
        cls.median.toFixed(3),
        scriptKb.median.toFixed(0),
      ]),
    ),
  ]
}

/** Speed of disk and processor; absolute times include a flush. */
function machine(runs: readonly Run[]): string[] {
  if (runs.length === 0) return []
  const flush = spreadOf(runs.map(({ noise }) => noise.flushMicros))
  const loop = spreadOf(runs.map(({ noise }) => noise.calibrationMs))
  return [
    `- Writing 8 kB and flushing it took ${spread(flush)} µs, medians before each run (80 on the prototype's machine); the calibration loop ${spread(loop)} ms.`,
  ]
}

/** Void runs, failures and noise, which readers must know. */
function notes(results: Results): string[] {
  const { broken } = results
  const all = allRuns(results)
  const named = (run: (typeof all)[number]) => {
    if ('layout' in run) return `${run.layout}, ${run.mix}, round ${run.round}`
    return 'mix' in run
      ? `${run.arm}, ${run.mix}, ${run.inFlight} in flight, ${run.flush}, round ${run.round}`
      : `${run.arm}, ${run.rate}/s`
  }
  const wrong = all
    .filter((run) => run.mistakes.length > 0)
    .map((run) => `- VOID: ${named(run)}: ${run.mistakes.join('; ')}`)
  const failed = all
    .filter((run) => Object.keys(run.failures).length > 0)
    .map((run) => `- failures, settled afterwards: ${named(run)}: ${JSON.stringify(run.failures)}`)
  const noisy = all.filter((run) => run.noisy.length > 0)
  return [
    '## Notes',
    '',
    `- After each run: acknowledged = ledger = every read model, no key twice. ${all.length - wrong.length} of ${all.length} runs hold.`,
    `- Noise: ${noisy.length} of ${all.length} runs were noisier than the gate allows (foreign CPU over 0.3 cores, memory pressure over 5 %, or a calibration loop 1.5 times its best), after repeats.`,
    ...(noisy.length > 0
      ? [`  At most ${round(Math.max(...noisy.map(({ noise }) => noise.foreignCores)))} cores were taken by others.`]
      : []),
    ...machine(all),
    ...wrong,
    ...failed,
    ...Object.entries(broken ?? {}).map(([suite, why]) => `- The suite ${suite} did not finish: ${why}`),
  ]
}

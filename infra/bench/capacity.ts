/**
 * `npm run capacity`: works out from measured costs what one million buyers, 100,000 businesses and a billion events
 * need, and writes it into infra/docs/scaling.md. With JSON files of benchmark runs it takes the costs of their suites
 * first, and keeps them in capacity.json.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../local/settings.ts'
import type { Run } from './bench.ts'
import { MIXES, type Mix } from './load/mix.ts'
import { spreadOf } from './measure/ratios.ts'
import { validRuns, type Results } from './report/results.ts'
import { table as lines } from './report/tables.ts'
import { LAYOUT_NAMES, type Layout, type MachinesResult } from './suites/machines.ts'

type ByProcess = Record<string, number>
/** By suite, each with where it was measured. CPU in µs; bytes with indexes. */
export type Costs = {
  /** Of an award by process, with the worker. */
  award?: { measured: string; cpu: ByProcess }
  /** Of an event. */
  catchUp?: { measured: string; eventsPerSecond: number; cpu: ByProcess }
  machines?: {
    measured: string
    bytesPerRow: Record<string, number>
    /** `cpu` of all APIs together, and of everything, without the worker. */
    apis: { mix: Mix; layout: Layout; perSecond: number; cpu: { apis: number; all: number } }[]
  }
  partitions?: {
    measured: string
    rows: number
    count: number
    layouts: { name: string; insertedPerSecond: number; accountMs: number; businessMs: number; bytesPerRow: number }[]
  }
}

const COSTS_FILE = join(repository, 'infra/bench/capacity.json')
export const SCALING_DOCUMENT = join(repository, 'infra/docs/scaling.md')
const [BEGIN, END] = ['<!-- capacity: written by npm run capacity -->', '<!-- /capacity -->']

const EVENTS = 1_000_000_000
const BUYERS = 1_000_000
const BUSINESSES = 100_000
const YEARS = 3
const DAYS = 365 * YEARS
/** Accounts: businesses that a buyer has points with. */
const ACCOUNTS = BUYERS * 8
/** The busiest hour of an ordinary day has this part of its awards; a day before New Year has twice the awards. */
const BUSIEST_HOUR = 0.15
const BUSIEST_DAY = 2
/** Of the goals P8 and P9. */
const WANTED_PER_SECOND = 4_000

/** How many rows a table has in the model. */
const ROWS: Record<string, { rows: number; why: string }> = {
  events: { rows: EVENTS, why: 'the log of the embedded store: one per event' },
  movements: { rows: EVENTS, why: 'one per event' },
  ledger_leaves: { rows: EVENTS, why: 'proofs: one per event' },
  ledger_nodes: { rows: EVENTS, why: 'proofs: one per event' },
  day_report: { rows: EVENTS * 0.8, why: 'one per buyer, day and till, and most come once a day' },
  account_balances: { rows: ACCOUNTS, why: 'one per account' },
  buyer_visits: { rows: ACCOUNTS, why: 'one per account' },
  daily_book: { rows: BUSINESSES * DAYS, why: 'one per business and day' },
}

/** Of the suites that were run. */
export function costsOf({ about, award, catchUp, machines, partitions }: Results): Costs {
  const measured = (runs: readonly Run[] = []) => {
    const disturbed = runs.filter(({ noisy }) => noisy.length > 0).length
    return [
      `${about.measuredAt.slice(0, 10)}, ${about.cpus} processors for everything, embedded servers, Node ${about.node}`,
      ...(about.quick ? ['a short run'] : []),
      ...(disturbed > 0 ? [`${disturbed} of ${runs.length} measurements disturbed by other work`] : []),
    ].join('; ')
  }
  const live = validRuns(award, 'ours', { mix: 'uniform', inFlight: 64, flush: 'native' })
  return {
    ...(live.length > 0 && { award: { measured: measured(live), cpu: mediansOf(live.map((run) => run.cpuMicros)) } }),
    ...(catchUp && {
      catchUp: {
        measured: measured(),
        eventsPerSecond: Math.round(catchUp.perSecond.median),
        cpu: rounded(catchUp.cpuMicros),
      },
    }),
    ...(machines && { machines: { measured: measured(machines.runs), ...costsOfMachines(machines) } }),
    ...(partitions && {
      partitions: {
        measured: measured(),
        rows: partitions.rows,
        count: partitions.partitions,
        layouts: partitions.layouts.map(({ name, insertedPerSecond, accountMs, businessMs, bytes }) => ({
          name,
          insertedPerSecond: Math.round(insertedPerSecond.median),
          accountMs: Number(accountMs.median.toFixed(2)),
          businessMs: Number(businessMs.median.toFixed(2)),
          bytesPerRow: Math.round(bytes / partitions.rows),
        })),
      },
    }),
  }
}

function costsOfMachines({ runs, sizes }: MachinesResult): Omit<NonNullable<Costs['machines']>, 'measured'> {
  const of = (mix: Mix, layout: Layout) =>
    runs.filter((run) => run.mistakes.length === 0 && run.mix === mix && run.layout === layout)
  const ofApis = (cpu: ByProcess) =>
    sumOf(Object.fromEntries(Object.entries(cpu).filter(([name]) => name.startsWith('api'))))
  const tables = sizes.tables.filter(({ name }) => name in ROWS)
  return {
    bytesPerRow: Object.fromEntries(tables.map(({ name, rows, bytes }) => [name, Math.round(bytes / rows)])),
    apis: MIXES.flatMap((mix) =>
      LAYOUT_NAMES.flatMap((layout) => {
        const all = of(mix, layout)
        if (all.length === 0) return []
        const median = (value: (run: Run) => number) => Math.round(spreadOf(all.map(value)).median)
        const cpu = { apis: median((run) => ofApis(run.cpuMicros)), all: median((run) => sumOf(run.cpuMicros)) }
        return [{ mix, layout, perSecond: median((run) => run.perSecond), cpu }]
      }),
    ),
  }
}

const rounded = (values: ByProcess) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value * 10) / 10]))

function mediansOf(all: readonly ByProcess[]): ByProcess {
  const names = Object.keys(all[0] ?? {})
  return rounded(Object.fromEntries(names.map((name) => [name, spreadOf(all.map((each) => each[name] ?? 0)).median])))
}

const number = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)))
const gigabytes = (bytes: number) => `${number(bytes / 1e9)} GB`
const table = (head: string[], rows: string[][]) => lines(head, rows).join('\n').trimEnd()
const sumOf = (values: ByProcess) => Object.values(values).reduce((sum, value) => sum + value, 0)

export function capacitySection({ award, catchUp, machines, partitions }: Costs): string {
  const titled = (title: string, suite: string, text: string[] | undefined) =>
    [`### ${title}`, ...(text ?? [`Not measured yet (\`--suite ${suite}\`).`])].join('\n\n')
  return [
    titled('What an award costs', 'award', award && awardText(award)),
    titled('The load of a billion events', 'award', award && loadText(award)),
    titled('Rebuild, and one worker at most', 'catch-up', catchUp && catchUpText(catchUp)),
    titled('Storage', 'machines', machines && storageText(machines)),
    titled('A second API, measured', 'machines', machines && apisText(machines)),
    titled('Partitioned movements, measured', 'partitions', partitions && partitionsText(partitions)),
  ].join('\n\n')
}

const PROCESSES = ['api', 'store', 'worker', 'projector', 'postgres', 'redis']
const costTable = (cpu: ByProcess) => {
  const known = PROCESSES.filter((name) => cpu[name] !== undefined)
  return table([...known, 'together'], [[...known.map((name) => number(cpu[name]!)), number(sumOf(cpu))]])
}

const awardText = ({ measured, cpu }: NonNullable<Costs['award']>): string[] => [
  `Processor time in µs, with the read models written at once. Measured ${measured}.`,
  costTable(cpu),
]

function loadText({ cpu }: NonNullable<Costs['award']>): string[] {
  const perDay = EVENTS / DAYS
  const peak = (perDay * BUSIEST_DAY * BUSIEST_HOUR) / 3_600
  const parts = [
    { part: 'API (one processor)', process: 'api' },
    { part: 'event store, embedded (one processor)', process: 'store' },
    { part: 'worker (one processor)', process: 'worker' },
    { part: 'PostgreSQL (one processor; it uses several)', process: 'postgres' },
  ].flatMap(({ part, process }) => {
    const micros = cpu[process]
    return micros === undefined ? [] : [{ part, carries: 1_000_000 / micros }]
  })
  return [
    `${number(BUYERS)} buyers, each with points at ${ACCOUNTS / BUYERS} of ${number(BUSINESSES)} businesses. A billion events in ${YEARS} years are ${number(perDay)} a day: ${number(perDay / 86_400)} a second on average, and ${number(peak)} in the busiest hour of the busiest day (${BUSIEST_HOUR * 100} % of a day with ${BUSIEST_DAY} times the awards). That hour needs ${number((peak * sumOf(cpu)) / 1e6)} processors.`,
    table(
      ['part, the first to run out on top', 'one of them carries, awards/s', 'times the busiest hour'],
      parts
        .toSorted((a, b) => a.carries - b.carries)
        .map(({ part, carries }) => [part, number(carries), number(carries / peak)]),
    ),
  ]
}

const catchUpText = ({ measured, eventsPerSecond, cpu }: NonNullable<Costs['catchUp']>): string[] => [
  `One worker wrote ${number(eventsPerSecond)} events a second into all read models: ${number(eventsPerSecond / WANTED_PER_SECOND)} times ${number(WANTED_PER_SECOND)} awards a second. A billion events take it ${number(EVENTS / eventsPerSecond / 3_600)} hours. Processor time of an event in µs, the projector being the worker. Measured ${measured}.`,
  costTable(cpu),
]

function storageText({ measured, bytesPerRow }: NonNullable<Costs['machines']>): string[] {
  const sizes = Object.entries(ROWS).flatMap(([name, { rows, why }]) => {
    const bytes = bytesPerRow[name]
    return bytes === undefined ? [] : [{ name, rows, why, bytes, total: rows * bytes }]
  })
  return [
    `${gigabytes(sizes.reduce((sum, { total }) => sum + total, 0))} in the largest tables; receipt numbers and what people write come on top. Measured ${measured}.`,
    table(
      ['table', 'rows', 'bytes per row with indexes', 'size', 'rows are'],
      sizes
        .toSorted((a, b) => b.total - a.total)
        .map(({ name, rows, bytes, total, why }) => [
          `\`${name}\``,
          number(rows),
          number(bytes),
          gigabytes(total),
          why,
        ]),
    ),
  ]
}

const apisText = ({ measured, apis }: NonNullable<Costs['machines']>): string[] => [
  `All processes share the same processors, so awards a second cannot double here; the processor time of an award, in µs, is what carries over to machines of their own. Measured ${measured}.`,
  table(
    ['awards', 'APIs', 'awards/s', 'CPU of the APIs', 'of everything'],
    apis.map(({ mix, layout, perSecond, cpu }) => [mix, layout, number(perSecond), number(cpu.apis), number(cpu.all)]),
  ),
]

const partitionsText = ({ measured, rows, count, layouts }: NonNullable<Costs['partitions']>): string[] => [
  `${number(rows)} rows in one table, and in ${count} hash partitions by business; SQL alone. Measured ${measured}.`,
  table(
    ['layout', 'rows written/s', 'newest 50 of an account, ms', 'newest 50 of a business, ms', 'bytes per row'],
    layouts.map(({ name, insertedPerSecond, accountMs, businessMs, bytesPerRow }) => [
      name,
      ...[insertedPerSecond, accountMs, businessMs, bytesPerRow].map(number),
    ]),
  ),
]

export const readCosts = (): Costs => JSON.parse(readFileSync(COSTS_FILE, 'utf8')) as Costs

/** Throws if the document lacks the marks. */
export function withSection(document: string, section: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${SCALING_DOCUMENT} lacks the marks of its section`)
  return `${document.slice(0, from + BEGIN.length)}\n\n${section}\n\n${document.slice(to)}`
}

if (import.meta.main) {
  const files = process.argv.slice(2)
  if (files.length > 0) {
    const costs = files.map((file) => costsOf(JSON.parse(readFileSync(file, 'utf8')) as Results))
    writeFileSync(COSTS_FILE, `${JSON.stringify(Object.assign(readCosts(), ...costs), null, 2)}\n`)
  }
  const document = readFileSync(SCALING_DOCUMENT, 'utf8')
  writeFileSync(SCALING_DOCUMENT, withSection(document, capacitySection(readCosts())))
}

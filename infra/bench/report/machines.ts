import type { Run } from '../bench.ts'
import { MIXES } from '../load/mix.ts'
import { spreadOf } from '../measure/ratios.ts'
import { LAYOUT_NAMES } from '../suites/machines.ts'
import type { Results } from './results.ts'
import { round, spread, table } from './tables.ts'

export function machines({ machines: result }: Results): string[] {
  if (!result) return []
  const { runs } = result
  const sums = (run: Run, names: RegExp) =>
    Object.entries(run.cpuMicros).reduce((sum, [name, micros]) => sum + (names.test(name) ? micros : 0), 0)
  const cells = MIXES.flatMap((mix) => LAYOUT_NAMES.map((layout) => ({ mix, layout })))
  return [
    '## A second API',
    '',
    'Closed loop, 64 in flight, without the worker; all processes on the same CPUs. Each API has met every account. The median of the rounds [least–most].',
    '',
    ...table(
      ['mix', 'APIs', 'awards/s', 'CPU µs of APIs', 'of the store', 'of PostgreSQL and Redis', 'p99 ms'],
      cells.map(({ mix, layout }) => {
        const valid = runs.filter((run) => run.mix === mix && run.layout === layout && run.mistakes.length === 0)
        const of = (value: (run: Run) => number) => spread(valid.length === 0 ? undefined : spreadOf(valid.map(value)))
        return [
          mix,
          layout,
          of((run) => run.perSecond),
          of((run) => sums(run, /^api/)),
          of((run) => sums(run, /^store/)),
          of((run) => sums(run, /^(postgres|redis)/)),
          of((run) => run.load.latencyMs.p99),
        ]
      }),
    ),
  ]
}

export function partitions({ partitions: result }: Results): string[] {
  if (!result) return []
  return [
    `## Movements in one table and in ${result.partitions} partitions`,
    '',
    `${result.rows.toLocaleString('en-US')} rows each, then written and read in turns; SQL alone. The median of the rounds [least–most].`,
    '',
    ...table(
      ['layout', 'rows written/s', 'newest 50 of an account, ms', 'newest 50 of a business, ms', 'bytes per row'],
      result.layouts.map(({ name, insertedPerSecond, accountMs, businessMs, bytes }) => [
        name,
        spread(insertedPerSecond),
        spread(accountMs),
        spread(businessMs),
        round(bytes / result.rows),
      ]),
    ),
  ]
}

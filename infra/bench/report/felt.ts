/** The goals of the suite `felt` and its part of the page. */
import type { Goal } from './goal.ts'
import type { Results } from './results.ts'
import { round, table } from './tables.ts'

const MOST_MS = 100
const unmeasured = 'only by `--suite felt`'
const under100 = {
  better: 'lower',
  unit: 'ms',
  must: MOST_MS,
  stretch: undefined,
  prototype: undefined,
  unmeasured,
} as const

type Read = NonNullable<Results['felt']>['reads'][number]
const waitedFor = ({ streamed, firstMs, lastMs }: Pick<Read, 'streamed' | 'firstMs' | 'lastMs'>) =>
  streamed ? firstMs : lastMs

export const FELT_GOALS: readonly Goal[] = [
  {
    ...under100,
    id: 'P16',
    what: 'slowest answer that a person waits for, p99; of a streamed one, its first byte',
    value: ({ felt }) => felt && Math.max(...felt.reads.map((read) => waitedFor(read).p99)),
  },
  {
    ...under100,
    id: 'P16',
    what: 'export that streams with progress, to its first byte',
    value: ({ felt }) => felt?.export.firstMs,
  },
]

const isUnder = ({ p99 }: { p99: number }): string => (p99 <= MOST_MS ? 'yes' : 'no')
const both = ({ p50, p99 }: { p50: number; p99: number }): string => `${round(p50)} / ${round(p99)}`

export function felt({ felt }: Results): string[] {
  if (!felt) return []
  const { reads, paints, export: file, size } = felt
  return [
    '## What a person waits for',
    '',
    `Filled by SQL in ${round(felt.fillSeconds)} s; one request after the other, the connection open, the first answer not counted. In the browser: until the result is painted, with the worker stopped.`,
    '',
    ...table(
      ['answer', 'of', 'times', 'first byte, p50 / p99 ms', 'last byte, p50 / p99 ms', 'bytes', `under ${MOST_MS} ms`],
      [
        ...reads.map(({ what, data, times, firstMs, lastMs, bytes, streamed }) => [
          streamed ? `${what} (streamed)` : what,
          data,
          String(times),
          both(firstMs),
          both(lastMs),
          bytes.toLocaleString('en-US'),
          isUnder(waitedFor({ streamed, firstMs, lastMs })),
        ]),
        ...paints.map(({ what, data, times, shownMs }) => [
          what,
          data,
          String(times),
          'in the browser',
          both(shownMs),
          '–',
          isUnder(shownMs),
        ]),
      ],
    ),
    `An auditor's export of ${file.lines.toLocaleString('en-US')} lines: first byte after ${round(file.firstMs)} ms, ${round(file.linesPerSecond)} lines/s, the API's memory ${round(file.mbBefore)} MB before and at most ${round(file.mbMost)} MB meanwhile. The screen counts the lines.`,
    '',
    `${size.businesses.toLocaleString('en-US')} businesses, of which one has all ${size.buyers.toLocaleString('en-US')} buyers.`,
    '',
  ]
}

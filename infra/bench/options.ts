import { misunderstood, readCommandLine } from '../local/command-line.ts'
import { ARM_NAMES, type ArmName } from './arms/arm.ts'

export const SUITES = [
  'award',
  'latency',
  'catch-up',
  'growth',
  'log-size',
  'login',
  'dashboard',
  'pages',
  'machines',
  'partitions',
  'felt',
] as const
export type Suite = (typeof SUITES)[number]

export type Options = {
  suites: Suite[]
  arms: ArmName[]
  rounds: number
  secs: number
  seed: number
  /** Two minutes: fewer cells, one round, a shorter log. */
  quick: boolean
  /** JSON file, with Markdown beside it; default: a new name in the data folder. */
  out: string | undefined
}

const USAGE = `npm run bench -- [--quick] [--suite NAMES] [--arms NAMES] [--rounds N] [--secs N] [--seed N] [--out FILE.json]

--suite   of ${SUITES.join(', ')}, with commas between them
--arms    of ${ARM_NAMES.join(', ')}
--quick   fewer cells, one round, a shorter log`

const DEFAULT_SUITES: Suite[] = ['award', 'latency', 'catch-up', 'growth']

/** Exits on invalid options. */
export function readOptions(): Options {
  const { values } = readCommandLine(
    USAGE,
    {
      suite: { type: 'string' },
      arms: { type: 'string' },
      rounds: { type: 'string' },
      secs: { type: 'string' },
      seed: { type: 'string' },
      out: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
    0,
  )
  const quick = values.quick
  return {
    suites: values.suite === undefined ? DEFAULT_SUITES : namesFrom('suite', values.suite, SUITES),
    arms: values.arms === undefined ? [...ARM_NAMES] : namesFrom('arms', values.arms, ARM_NAMES),
    rounds: wholeNumber('rounds', values.rounds ?? (quick ? '1' : '3')),
    secs: wholeNumber('secs', values.secs ?? (quick ? '3' : '5')),
    seed: wholeNumber('seed', values.seed ?? '1'),
    quick,
    out: values.out,
  }
}

function namesFrom<T extends string>(option: string, text: string, known: readonly T[]): T[] {
  return text
    .split(',')
    .map(
      (name) =>
        known.find((candidate) => candidate === name) ??
        misunderstood(USAGE, `--${option}: ${name} is not one of ${known.join(', ')}`),
    )
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1
    ? value
    : misunderstood(USAGE, `--${option}: ${text} is not a whole number of at least 1`)
}

import { parseArgs } from 'node:util'
import { ARM_NAMES, type ArmName } from './arms/arm.ts'

export const SUITES = ['award', 'latency', 'catch-up', 'growth', 'log-size', 'login', 'dashboard', 'pages'] as const
export type Suite = (typeof SUITES)[number]

export type Options = {
  suites: Suite[]
  arms: ArmName[]
  rounds: number
  secs: number
  seed: number
  /** Two minutes: fewer cells, one round, a shorter log. */
  quick: boolean
  /** Where the JSON goes; the Markdown stands beside it. Undefined: a new name in the data folder. */
  out: string | undefined
}

export const USAGE = `npm run bench -- [--quick] [--suite NAMES] [--arms NAMES] [--rounds N] [--secs N] [--seed N] [--out FILE.json]

--suite   of ${SUITES.join(', ')}, with commas between them
--arms    of ${ARM_NAMES.join(', ')}
--quick   fewer cells, one round, a shorter log`

const DEFAULT_SUITES: Suite[] = ['award', 'latency', 'catch-up', 'growth']

/** Throws with what is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      suite: { type: 'string' },
      arms: { type: 'string' },
      rounds: { type: 'string' },
      secs: { type: 'string' },
      seed: { type: 'string' },
      out: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  })
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
  return text.split(',').map((name) => {
    const found = known.find((candidate) => candidate === name)
    if (found === undefined) throw new Error(`--${option}: ${name} is none of ${known.join(', ')}`)
    return found
  })
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${option}: ${text} is not a whole number from 1`)
  return value
}

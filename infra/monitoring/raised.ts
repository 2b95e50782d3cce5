/** Whether an alert is raised by scrapes of real processes: promtool evaluates the rules on them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scrape } from '../testing/read-metrics.ts'
import { promtool } from './promtool.ts'
import { metricsIn, readRules, RULES_FILE } from './rules.ts'

/** By job; undefined where the scrape failed. */
export type Scrapes = Record<'hatik-api' | 'hatik-worker', Scrape | undefined>

/** Of each stage but the last, and of the last. */
const STAGE_MINUTES = 20
const LAST_HOURS = 1.5

type Options = {
  /** Gauges that grow by a second each second, as ages do; in the last stage. */
  ages?: readonly string[]
  /** Of the last stage. */
  hours?: number
}

/** The first stage is the quiet one. Returns promtool's complaint, or nothing if quiet then and raised later. */
export function notRaised(
  alert: string,
  stages: readonly Scrapes[],
  { ages = [], hours = LAST_HOURS }: Options = {},
): string {
  const rule = readRules().find((one) => one.alert === alert)
  if (!rule) return `There is no alert ${alert}`
  const firing = (minutes: number) =>
    `clamp_max(count(max_over_time(ALERTS{alertname="${alert}",alertstate="firing"}[${minutes}m])), 1)`
  const quiet = STAGE_MINUTES - 1
  const lastMinutes = hours * 60
  const end = STAGE_MINUTES * (stages.length - 1) + lastMinutes - 1
  const test = {
    rule_files: [RULES_FILE],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: inputOf(metricsIn(rule.expr), stages, ages, lastMinutes),
        promql_expr_test: [
          { expr: firing(quiet), eval_time: `${quiet}m`, exp_samples: [] },
          { expr: firing(end), eval_time: `${end}m`, exp_samples: [{ labels: '{}', value: 1 }] },
        ],
      },
    ],
  }
  const folder = mkdtempSync(join(tmpdir(), 'hatik-alert-'))
  try {
    const file = join(folder, 'test.yml')
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify(test))
    const { status, output } = promtool('test', 'rules', file)
    return status === 0 ? '' : output
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function inputOf(names: readonly string[], stages: readonly Scrapes[], ages: readonly string[], lastMinutes: number) {
  const found = stages.map((scrapes) => valuesOf(scrapes, names))
  const series = new Set(found.flatMap((values) => [...values.keys()]))
  return [...series].map((written) => ({
    series: written,
    values: found
      .map((values, stage) => {
        const value = values.get(written)
        const isLast = stage === found.length - 1
        const times = (isLast ? lastMinutes : STAGE_MINUTES) - 1
        if (value === undefined) return `_x${times}`
        const perMinute = isLast && ages.some((name) => written.startsWith(name)) ? 60 : 0
        return `${value}+${perMinute}x${times}`
      })
      .join(' '),
  }))
}

/** With the labels that Prometheus adds, and its own `up`. */
function valuesOf(scrapes: Scrapes, names: readonly string[]): Map<string, number> {
  const values = new Map<string, number>()
  for (const [job, scrape] of Object.entries(scrapes)) {
    const target = `job="${job}",instance="a"`
    if (names.includes('up')) values.set(`up{${target}}`, scrape ? 1 : 0)
    for (const { written, name, value } of scrape?.series ?? []) {
      if (!names.includes(name)) continue
      const labels = /\{(.*)\}$/.exec(written)?.[1]
      values.set(`${name}{${labels ? `${labels},` : ''}${target}}`, value)
    }
  }
  return values
}

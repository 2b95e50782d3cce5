import { readFileSync } from 'node:fs'
import { collectDefaultMetrics } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createMetrics, createStateGauges } from '#platform/metrics/metrics.ts'
import { hasPromtool, promtool, WITHOUT_PROMTOOL } from './promtool.ts'
import { metricsIn, readRules, RULES_FILE } from './rules.ts'

const { registry } = createMetrics()
createStateGauges(registry)
collectDefaultMetrics({ register: registry })
const metrics = await registry.getMetricsAsJSON()
/** Prometheus itself makes `up`. */
const names = new Set(['up'])
for (const { name, type } of metrics) {
  names.add(name)
  // The type is a word here, although its declaration says number.
  if (String(type) === 'histogram') for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`)
}
const unknownIn = (expr: string) => metricsIn(expr).filter((name) => !names.has(name))

const rules = readRules()
const runbook = readFileSync(new URL('../docs/runbook.md', import.meta.url), 'utf8')
const sections = [...runbook.matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)]
const dashboard = JSON.parse(readFileSync(new URL('dashboard.json', import.meta.url), 'utf8')) as {
  panels: { id: number; title: string; targets?: { expr: string }[] }[]
}

describe('metrics', () => {
  it('are named by Prometheus conventions', () => {
    const own = metrics.filter(({ name }) => name.startsWith('hatik_'))
    expect(own.length).toBeGreaterThan(25)
    for (const { name, type, help } of own) {
      expect(name).toMatch(/^hatik(_[a-z]+)+$/)
      expect(name.endsWith('_total'), name).toBe(String(type) === 'counter')
      expect(name, 'base units').not.toMatch(/_(ms|milliseconds|minutes|hours|kb|mb)(_|$)/)
      expect(help, name).toMatch(/\.$/)
    }
  })

  it('finds the metrics of an expression', () => {
    expect(
      metricsIn('sum by (le, route) (rate(a_bucket{route="/b/:c", x=~"d|e"}[5m])) > 2 and max(f) == 0 or g'),
    ).toEqual(['a_bucket', 'f', 'g'])
  })
})

describe('alerts', () => {
  it.each(rules)('$alert reads known metrics and has its section in the runbook', ({ alert, expr, runbook: url }) => {
    expect(metricsIn(expr).length).toBeGreaterThan(0)
    expect(unknownIn(expr)).toEqual([])
    expect(url).toBe(`infra/docs/runbook.md#${alert.toLowerCase()}`)
    const section = sections.find(([, title]) => title === alert)
    for (const part of ['Means', 'Look at', 'Do']) expect(section?.[2]).toContain(`**${part}:**`)
  })

  it('the runbook has no section without an alert', () => {
    expect(new Set(sections.map(([, title]) => title))).toEqual(new Set(rules.map(({ alert }) => alert)))
  })

  it.skipIf(!hasPromtool)(`promtool accepts the rules${hasPromtool ? '' : `: ${WITHOUT_PROMTOOL}`}`, () => {
    const { status, output } = promtool('check', 'rules', RULES_FILE)
    expect(output).toContain(`${rules.length} rules found`)
    expect(status).toBe(0)
  })
})

describe('the dashboard', () => {
  const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))

  it('reads known metrics', () => {
    expect(queries.length).toBeGreaterThan(30)
    expect(queries.filter(({ expr }) => unknownIn(expr).length > 0)).toEqual([])
  })

  it('shows every metric of Hatik', () => {
    const shown = new Set(
      queries.flatMap(({ expr }) => metricsIn(expr)).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    )
    const own = metrics.map(({ name }) => name).filter((name) => name.startsWith('hatik_'))
    expect(own.filter((name) => !shown.has(name))).toEqual([])
  })

  it('has the panels that the runbook names', () => {
    const titles = dashboard.panels.map(({ title }) => title)
    const named = [
      'Refusals by code',
      'Where an award spends its time',
      'Calls waiting for a connection',
      'Event loop',
      'Jobs failing',
      'Commit time',
    ]
    for (const title of named) {
      expect(runbook).toContain(`*${title}*`)
      expect(titles).toContain(title)
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})

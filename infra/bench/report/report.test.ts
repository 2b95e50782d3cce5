import { describe, expect, it } from 'vitest'
import type { AwardRun } from '../suites/award.ts'
import { verdictOn, type Goal } from './goal.ts'
import { GOALS } from './goals.ts'
import { markdownOf } from './markdown.ts'
import type { Results } from './results.ts'

const about = {
  measuredAt: '2026-01-02T03:04:05.000Z',
  cpus: 2,
  cpuModel: 'A processor',
  memoryGiB: 24,
  kernel: 'Linux 6',
  node: '24.0.0',
  postgres: '18.0',
  commit: 'abc1234',
  seed: 1,
  rounds: 2,
  secs: 5,
  quick: false,
  tookSeconds: 600,
}
const summary = { count: 10, mean: 1, p50: 1, p99: 2, p999: 3, max: 4 }

function run(arm: AwardRun['arm'], round: number, perSecond: number, change: Partial<AwardRun> = {}): AwardRun {
  return {
    arm,
    round,
    perSecond,
    mix: 'hot',
    inFlight: 64,
    flush: 'native',
    load: { answered: 10, elapsedMs: 1000, latencyMs: summary },
    cpuMicros: { api: 80, postgres: 20 },
    generatorMicros: 10,
    noise: { foreignCores: 0, stolenCores: 0, memoryPressure: 0, calibrationMs: 1, flushMicros: 80 },
    noisy: [],
    failures: {},
    drainMs: 0,
    mistakes: [],
    ...change,
  }
}

const goal = (what: string): Goal => GOALS.find((candidate) => candidate.what.startsWith(what))!
const measured = (results: Results, what: string) => goal(what).value(results)

describe('the goals', () => {
  const results: Results = {
    about,
    award: [
      run('ours', 1, 9000),
      run('crud', 1, 1500),
      run('crud-fn', 1, 3000),
      run('ours', 2, 4000),
      run('crud', 2, 800),
      run('crud-fn', 2, 1000),
    ],
  }

  it('goals take ratios within rounds', () => {
    expect(measured(results, 'hot business, 64 in flight ÷ CRUD function')).toBe(3.5)
    expect(measured(results, 'hot business, 64 in flight ÷ CRUD interactive')).toBe(5.5)
  })

  it('goals have no value for a void run', () => {
    const voided = {
      ...results,
      award: results.award!.map((each) =>
        each.arm === 'ours' ? { ...each, mistakes: ['one award is there twice'] } : each,
      ),
    }
    expect(measured(voided, 'hot business, 64 in flight ÷ CRUD function')).toBeUndefined()
  })

  it('goals have no value for a rebuild with differences', () => {
    const spread = { median: 60_000, min: 1, max: 1, rounds: 1 }
    const catchUp = {
      events: 1,
      perSecond: spread,
      cpuMicros: {},
      different: [] as string[],
      sqlOnlyPerSecond: spread,
      perEventPerSecond: 2_000,
      perEventEvents: 1,
    }
    expect(measured({ about, catchUp }, 'catch-up ÷')).toBe(30)
    expect(measured({ about, catchUp: { ...catchUp, different: ['movements'] } }, 'catch-up through')).toBeUndefined()
  })

  it('goals have no value for a wrong log, and unmeasured ones explain how to measure them', () => {
    const log = {
      events: 10_000_000,
      appendsPerSecond: { median: 9, min: 9, max: 9, rounds: 1 },
      cpuMicros: { store: 40 },
      restartMs: 400,
    }
    const logSize = {
      logs: [{ ...log, events: 100_000 }, log],
      ratio: { median: 0.9, min: 0.9, max: 0.9, rounds: 1 },
      mistakes: [] as string[],
    }
    expect(measured({ about, logSize }, 'append rate at 10 M')).toBe(0.9)
    expect(markdownOf({ about, logSize })).toMatch(/\| P14 \|.*\| 0\.90 × \| must \|/)
    expect(
      measured({ about, logSize: { ...logSize, mistakes: ['an event is missing'] } }, 'append rate at 10 M'),
    ).toBeUndefined()
    expect(markdownOf({ about })).toMatch(/\| P14 \|.*not measured: only by/)
  })

  it('goals are judged by the highest level reached, in either direction', () => {
    const rate = goal('hot business, 64 in flight ÷ CRUD function')
    expect([2, 2.7, 3.5, 5, undefined].map((value) => verdictOn(rate, value))).toEqual([
      'missed',
      'prototype',
      'must',
      'stretch',
      'not measured',
    ])
    const latency = goal('latency at 1,000 awards/s, p50')
    expect([3, 2.3, 2, 1.2].map((value) => verdictOn(latency, value))).toEqual([
      'missed',
      'prototype',
      'must',
      'stretch',
    ])
  })
})

describe('the report', () => {
  it('the report shows goals beside values, medians with ranges, and unmeasured goals', () => {
    const page = markdownOf({
      about,
      award: [run('ours', 1, 9000), run('crud-fn', 1, 3000), run('ours', 2, 4000), run('crud-fn', 2, 1000)],
    })
    expect(page).toContain(
      '| P1 | hot business, 64 in flight ÷ CRUD function | ≥ 2.70 | ≥ 3.50 | ≥ 5.00 | 3.50 × | must |',
    )
    expect(page).toContain('6,500 [4,000–9,000]')
    expect(page).toContain('not measured: Emmett is not a dependency')
    expect(page).toContain('4 of 4 runs hold')
  })

  it('the report warns at the top if the machine was busy', () => {
    const noisy = markdownOf({
      about,
      award: [run('ours', 1, 9000, { noisy: ['strangers used 1.2 cores'] }), run('crud', 1, 900)],
    })
    expect(noisy).not.toContain('Not to be quoted')
    expect(markdownOf({ about, award: [run('ours', 1, 9000, { noisy: ['strangers used 1.2 cores'] })] })).toContain(
      'Not to be quoted: the machine was shared with others during 1 of 1 runs',
    )
  })

  it('the report states the noise of noisy runs after their number', () => {
    const noise = { foreignCores: 1.2, stolenCores: 0, memoryPressure: 0, calibrationMs: 1, flushMicros: 80 }
    const page = markdownOf({
      about,
      award: [run('ours', 1, 9000, { noise, noisy: ['strangers used 1.2 cores'] }), run('crud', 1, 900)],
    })
    expect(page).toMatch(/- Noise: 1 of 2 runs .*\n {2}At most 1\.20 cores were taken by others\.\n/)
  })

  it('the report states the flush time, which all absolute times include', () => {
    const noise = { foreignCores: 0, stolenCores: 0, memoryPressure: 0, calibrationMs: 2, flushMicros: 400 }
    const page = markdownOf({
      about,
      award: [run('ours', 1, 9000, { noise }), run('ours', 2, 9000, { noise: { ...noise, flushMicros: 300 } })],
    })
    expect(page).toContain(
      'Writing 8 kB and flushing it took 350 [300–400] µs, medians before each run (80 on the prototype',
    )
    expect(markdownOf({ about })).not.toContain('Writing 8 kB')
  })

  it('the report names a void run without a value', () => {
    const page = markdownOf({
      about,
      award: [run('ours', 1, 9000, { mistakes: ['tenths in the ledger: 61, acknowledged 60'] })],
    })
    expect(page).toContain('VOID: ours, hot, 64 in flight, native, round 1: tenths in the ledger: 61, acknowledged 60')
    expect(page).not.toContain('9,000')
  })

  it('the report judges what a person waits for by its slowest answer, and shows waits in the browser apart', () => {
    const answer = (what: string, p99: number, streamed = false) => ({
      what,
      data: '7 buyers',
      times: 3,
      firstMs: { p50: 1, p99: 2 },
      lastMs: { p50: 3, p99 },
      bytes: 1_234,
      streamed,
    })
    const results: Results = {
      about,
      felt: {
        size: { buyers: 7, businesses: 2, events: 10, lines: 3 },
        fillSeconds: 1,
        reads: [answer('a quick search', 20), answer('a slow search', 140), answer('a long file', 900, true)],
        paints: [{ what: 'till', data: '7 buyers', times: 30, shownMs: { p50: 50, p99: 400 } }],
        export: { lines: 13, firstMs: 60, linesPerSecond: 10_000, mbBefore: 100, mbMost: 120 },
      },
    }
    expect(measured(results, 'slowest answer')).toBe(140)
    const page = markdownOf(results)
    expect(page).toContain('| a quick search | 7 buyers | 3 | 1.00 / 2.00 | 3.00 / 20.0 | 1,234 | yes |')
    expect(page).toContain('| a long file (streamed) | 7 buyers | 3 | 1.00 / 2.00 | 3.00 / 900 | 1,234 | yes |')
    expect(page).toContain('| a slow search | 7 buyers | 3 | 1.00 / 2.00 | 3.00 / 140 | 1,234 | no |')
    expect(page).toContain('| till | 7 buyers | 30 | in the browser | 50.0 / 400 | – | no |')
    expect(page).toContain(
      '| P16 | export that streams with progress, to its first byte | – | ≤ 100 | – | 60.0 ms | must |',
    )
  })
})

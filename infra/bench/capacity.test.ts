import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { capacitySection, costsOf, readCosts, SCALING_DOCUMENT, withSection, type Costs } from './capacity.ts'
import type { Results } from './report/results.ts'

const measured = 'somewhere'

describe('the capacity model', () => {
  it('stands in the scaling guide as the measured costs give it', () => {
    const document = readFileSync(SCALING_DOCUMENT, 'utf8')
    expect(withSection(document, capacitySection(readCosts()))).toBe(document)
  })

  it('multiplies the costs', () => {
    const costs: Costs = {
      award: { measured, cpu: { api: 500, worker: 100, postgres: 250 } },
      catchUp: { measured, eventsPerSecond: 20_000, cpu: { projector: 50 } },
      machines: { measured, bytesPerRow: { movements: 300, account_balances: 250 }, apis: [] },
    }
    const section = capacitySection(costs)
    expect(section).toContain('| API (one processor) | 2,000 | 26 |')
    expect(section).toContain('That hour needs 0.065 processors.')
    expect(section).toContain('20,000 events a second into all read models: 5 times 4,000 awards a second')
    expect(section).toContain('take it 14 hours')
    expect(section).toContain('302 GB in the largest tables')
    expect(section).toContain('| `movements` | 1,000,000,000 | 300 | 300 GB | one per event |')
    expect(section).toContain('Not measured yet (`--suite partitions`).')
  })

  it('takes the costs of the suites that a run has', () => {
    const about = { measuredAt: '2026-01-02T03:04:05.000Z', cpus: 2, node: '24.0.0', quick: true }
    const partitions = {
      rows: 100,
      partitions: 16,
      layouts: [{ name: 'one table', ...spreads(10.4, 1.234, 2), bytes: 20_000 }],
    }
    expect(costsOf({ about, partitions } as Results)).toEqual({
      partitions: {
        measured: '2026-01-02, 2 processors for everything, embedded servers, Node 24.0.0; a short run',
        rows: 100,
        count: 16,
        layouts: [{ name: 'one table', insertedPerSecond: 10, accountMs: 1.23, businessMs: 2, bytesPerRow: 200 }],
      },
    })
  })

  it('refuses a document without its marks', () => {
    expect(() => withSection('# Scaling', '')).toThrow('lacks the marks')
  })
})

function spreads(inserted: number, account: number, business: number) {
  const spread = (median: number) => ({ median, min: median, max: median, rounds: 1 })
  return { insertedPerSecond: spread(inserted), accountMs: spread(account), businessMs: spread(business) }
}

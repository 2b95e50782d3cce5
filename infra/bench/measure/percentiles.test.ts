import { describe, expect, it } from 'vitest'
import { percentile, Samples, summaryOf } from './percentiles.ts'

function samplesOf(values: Iterable<number>): Samples {
  const samples = new Samples()
  for (const value of values) samples.push(value)
  return samples
}

describe('percentiles', () => {
  it('are measured samples, by nearest rank', () => {
    const hundred = samplesOf(Array.from({ length: 100 }, (_, index) => 100 - index)).sorted()
    expect([0.5, 0.99, 0.999, 1].map((share) => percentile(hundred, share))).toEqual([50, 99, 100, 100])
  })

  it('show one slow response in a thousand at p99.9, not at p99', () => {
    const samples = samplesOf([...Array.from({ length: 1998 }, () => 1), 500, 500])
    const summary = summaryOf(samples)
    expect(summary).toMatchObject({ count: 2000, p50: 1, p99: 1, p999: 1, max: 500 })
    samples.push(500)
    expect(summaryOf(samples).p999).toBe(500)
  })

  it('keep every sample, however many', () => {
    const samples = samplesOf(Array.from({ length: 5000 }, (_, index) => index))
    expect(samples.count).toBe(5000)
    expect(summaryOf(samples)).toMatchObject({ p50: 2499, max: 4999, mean: 2499.5 })
  })

  it('of nothing are zero or throw', () => {
    expect(summaryOf(new Samples())).toEqual({ count: 0, mean: 0, p50: 0, p99: 0, p999: 0, max: 0 })
    expect(() => percentile(new Float64Array(), 0.5)).toThrow(RangeError)
  })
})

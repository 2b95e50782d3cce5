/** Exact percentiles; every sample is kept. */

/** A buffer that grows by doubling, without an object per sample. */
export class Samples {
  #values = new Float64Array(1024)
  #count = 0

  get count(): number {
    return this.#count
  }

  push(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count++] = value
  }

  sorted(): Float64Array {
    return this.#values.slice(0, this.#count).sort()
  }
}

/** In the unit of the samples; 0 without samples. */
export type Summary = { count: number; mean: number; p50: number; p99: number; p999: number; max: number }

/** Nearest rank. `share`: 0 to 1. Throws without samples. */
export function percentile(sorted: Float64Array, share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length))
  const value = sorted[rank - 1]
  if (value === undefined) throw new RangeError('No percentile of an empty list')
  return value
}

export function summaryOf(samples: Samples): Summary {
  const sorted = samples.sorted()
  if (sorted.length === 0) return { count: 0, mean: 0, p50: 0, p99: 0, p999: 0, max: 0 }
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    p999: percentile(sorted, 0.999),
    max: percentile(sorted, 1),
  }
}

const LEAST_VALUES = 5
const PERCENTILE = 0.9
const TIMES = 3

/**
 * Three times the 90th percentile of the positive values, if any value is above that; else undefined. The percentile
 * is rounded down to a value, so that one outlier of a week cannot be its own measure.
 */
export function outlierLimit(values: readonly number[]): number | undefined {
  const sorted = values.filter((value) => value > 0).sort((one, other) => one - other)
  if (sorted.length < LEAST_VALUES) return undefined
  const limit = TIMES * sorted[Math.floor(PERCENTILE * (sorted.length - 1))]!
  return sorted.at(-1)! > limit ? limit : undefined
}

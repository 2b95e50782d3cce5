/** Ratios are taken within a round, when both arms met the same machine, and combined by their median. */

export type Spread = { median: number; min: number; max: number; rounds: number }

/** Throws without values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const low = sorted[(sorted.length - 1) >> 1]
  const high = sorted[sorted.length >> 1]
  if (low === undefined || high === undefined) throw new RangeError('No median of an empty list')
  return { median: (low + high) / 2, min: sorted[0] ?? low, max: sorted.at(-1) ?? high, rounds: sorted.length }
}

export type RoundValue = { round: number; value: number }

/** By round; rounds of only one arm are ignored. Undefined without common rounds. */
export function ratioWithinRounds(dividend: readonly RoundValue[], divisor: readonly RoundValue[]): Spread | undefined {
  const divisors = new Map(divisor.map(({ round, value }) => [round, value]))
  const ratios = dividend.flatMap(({ round, value }) => {
    const by = divisors.get(round)
    return by === undefined || by === 0 ? [] : [value / by]
  })
  return ratios.length === 0 ? undefined : spreadOf(ratios)
}

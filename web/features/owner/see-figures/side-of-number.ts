/** Width of a number on a phone, as a share of the plot. */
const NUMBER_WIDTH = 0.22

/**
 * Side of a bar on which its number stands: 1 is right, -1 left. Towards the middle, unless the number would cross a
 * higher bar there and fits on the other side. `left`, `higher`: left edges of bars as shares of the plot.
 */
export function sideOfNumber(left: number, higher: readonly number[]): 1 | -1 {
  const inward = left < 0.5 ? 1 : -1
  const outward = inward === 1 ? -1 : 1
  const crosses = (side: 1 | -1): boolean =>
    higher.some((other) => (other - left) * side > 0 && (other - left) * side < NUMBER_WIDTH)
  const fits = left + outward * NUMBER_WIDTH > 0 && left + outward * NUMBER_WIDTH < 1
  return crosses(inward) && !crosses(outward) && fits ? outward : inward
}

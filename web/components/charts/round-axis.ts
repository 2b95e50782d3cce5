const STEPS_MOST = 5
const ROUND = [1, 2, 5, 10]

export interface Axis {
  /** Multiple of the step, at least the highest value. */
  top: number
  /** From 0 to `top`. */
  ticks: readonly number[]
}

/** An axis from 0 to at least `most` in steps of 1, 2 or 5 times a power of ten, none smaller than `leastStep`. */
export function roundAxis(most: number, leastStep: number): Axis {
  const wanted = Math.max(most / STEPS_MOST, leastStep)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = Math.round(ROUND.find((each) => each * power >= wanted)! * power)
  const count = Math.max(1, Math.ceil(most / step))
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

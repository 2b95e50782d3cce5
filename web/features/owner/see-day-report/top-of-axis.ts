const STEPS = [1, 2, 5, 10]

/** The next of 1, 2, 5 times a power of ten, at least 100 (AMD), so that half of it is a round number, too. */
export function topOfAxis(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 100)))
  return Math.max(100, STEPS.find((step) => step * power >= most)! * power)
}

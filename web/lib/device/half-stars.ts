/** R116: rounds to the nearest half star: 3.24 gives 3, 3.25 gives 3.5, 3.75 gives 4. */
export const halfStars = (average: number): number => Math.min(5, Math.max(0, Math.round(average * 2) / 2))

/** An average to the nearest half star, at least none and at most five: 3.24 is 3, 3.25 is 3.5, 3.75 is 4 (R116). */
export const halfStars = (average: number): number => Math.min(5, Math.max(0, Math.round(average * 2) / 2))

/** Outline of the brand's seed, upright, in a box of 32 by 32. */
export const SEED =
  'M16 2.5c3.6 5 8.6 9.4 8.6 16.2A8.6 10.3 0 0 1 16 29.5a8.6 10.3 0 0 1-8.6-10.8C7.4 11.9 12.4 7.5 16 2.5Z'

/** H23: time paid for during it begins after it. It has no status of its own. */
export function isInTrial(
  { trialEndDate, periodStart }: { trialEndDate: Date | null; periodStart: Date | null },
  now: Date,
): boolean {
  return trialEndDate !== null && trialEndDate > now && (periodStart === null || periodStart > now)
}

/** H23: the trial runs until its end, or until a paid period has begun. There is no status for it. */
export function isInTrial(
  { trialEndDate, periodStart }: { trialEndDate: Date | null; periodStart: Date | null },
  now: Date,
): boolean {
  return trialEndDate !== null && trialEndDate > now && (periodStart === null || periodStart > now)
}

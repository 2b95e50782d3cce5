/** Repeats the contract's header name (services/contracts/rights/till-calls.ts), whose schemas the dashboard goes without. */
export const TILL_UNLOCK = 'till-unlock'

let held: string | undefined

/**
 * Proof of who has unlocked this till; undefined if nobody has, or if this browser is no till. Awards keep it, so that
 * one sent later counts as that person's (decision 45).
 */
export const tillUnlock = (): string | undefined => held

export function holdTillUnlock(proof: string | undefined): void {
  held = proof
}

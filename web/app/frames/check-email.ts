/** Whoever has just signed up or registered comes back to the sign-in, and is told where the verification went (R50, R104). */
export interface CheckEmail {
  email: string
  isBusiness: boolean
}

/** What was handed over with the address; undefined where it is something else or nothing. */
export function checkEmailOf(state: unknown): CheckEmail | undefined {
  const given = (state as { checkEmail?: Partial<CheckEmail> } | null)?.checkEmail
  return typeof given?.email === 'string' ? { email: given.email, isBusiness: given.isBusiness === true } : undefined
}

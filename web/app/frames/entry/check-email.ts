/** After a sign-up or registration, the sign-in page says where the verification mail went (R50, R104). */
export interface CheckEmail {
  email: string
  isBusiness: boolean
}

/** From the router's state; undefined for any other state. */
export function checkEmailOf(state: unknown): CheckEmail | undefined {
  const given = (state as { checkEmail?: Partial<CheckEmail> } | null)?.checkEmail
  return typeof given?.email === 'string' ? { email: given.email, isBusiness: given.isBusiness === true } : undefined
}

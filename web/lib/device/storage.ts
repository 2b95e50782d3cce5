/** Private windows of some browsers forbid storage. */
export function unlessForbidden<Value>(reach: () => Value): Value | undefined {
  try {
    return reach()
  } catch {
    return undefined
  }
}

/** If storage is forbidden or full, reads return null and writes are lost. */
export const storage = {
  get: (name: string): string | null => unlessForbidden(() => localStorage.getItem(name)) ?? null,
  set: (name: string, value: string): void => unlessForbidden(() => localStorage.setItem(name, value)),
  remove: (name: string): void => unlessForbidden(() => localStorage.removeItem(name)),
}

/** The code of a sign-up made here (lib/session/new-code.ts). */
export const NEW_CODE_NAME = 'hatik.new-code'

/** Set by a sign-out made offline, whose session must still be ended (lib/calls/account/sign-out.ts). */
export const LEAVING_NAME = 'hatik.leaving'

/** A buyer's last balances, codes and statements (lib/reads/kept-replies.ts). */
export const WALLET_NAME = 'hatik.wallet'

/** Set by an answer to the question about notifications, so that a browser asks once. */
export const PUSH_ASKED_NAME = 'hatik.push-asked'

/**
 * The code of a sign-up made in this browser, shown here until somebody signs in (decision 51). The server keeps an
 * unverified account for at least as long.
 */
import { NEW_CODE_NAME, storage } from '#web/lib/device/storage.ts'

/** `email`: where the verification mail went (R50). `code`: the buyer's. */
export interface SignedUp {
  email: string
  code: string | null
}

const SHOWN_MS = 7 * 24 * 60 * 60 * 1000

export function rememberNewCode(code: string): void {
  storage.set(NEW_CODE_NAME, `${code} ${Date.now() + SHOWN_MS}`)
}

/** Undefined without a sign-up in the last seven days. */
export function newCode(): string | undefined {
  const [, code, untilMs] = /^([A-Z]{2}\d{4}) (\d+)$/.exec(storage.get(NEW_CODE_NAME) ?? '') ?? []
  if (Number(untilMs) > Date.now()) return code
  storage.remove(NEW_CODE_NAME)
  return undefined
}

/** What the link of a verification mail leads to: R122's six states. */
import { useEffect, useState } from 'react'
import type { VerifyEmailReply } from '#contracts/accounts.ts'
import type { SessionUser } from '#contracts/session.ts'
import { verifyEmail } from '#web/lib/accounts.ts'

export type Verification =
  | { state: 'loading' | 'success' | 'pending' | 'invalid' }
  | { state: 'redirecting'; user: SessionUser }
  | { state: 'error'; error: unknown }

/** Asks the server about the token. The effect may run twice, or for a page that has gone: only the living one hears the answer (R125). */
export function useVerification(token: string): Verification {
  const [heard, setHeard] = useState<{ token: string; verification: Verification }>()

  useEffect(() => {
    if (token === '') return
    let living = true
    const hear = (verification: Verification): void => {
      if (living) setHeard({ token, verification })
    }
    verifyEmail(token).then(
      (reply) => hear(verificationOf(reply)),
      (error: unknown) => hear({ state: 'error', error }),
    )
    return () => {
      living = false
    }
  }, [token])

  if (token === '') return { state: 'invalid' }
  return heard?.token === token ? heard.verification : { state: 'loading' }
}

function verificationOf({ autoLogin, isPendingApproval, message: _, ...user }: VerifyEmailReply): Verification {
  if (isPendingApproval) return { state: 'pending' }
  return autoLogin ? { state: 'redirecting', user } : { state: 'success' }
}

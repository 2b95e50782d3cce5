/** The six states of R122, and the password prompt if another browser signed up. */
import { useCallback, useEffect, useState } from 'react'
import type { VerifyEmailReply } from '#contracts/calls/account/accounts.ts'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { verifyEmail } from '#web/lib/calls/account/accounts.ts'
import { ApiError } from '#web/lib/api/api-error.ts'

export type Verification =
  | { state: 'loading' | 'success' | 'pending' | 'invalid' | 'asked' }
  | { state: 'redirecting'; user: SessionUser }
  | { state: 'error'; error: unknown }

export interface Verifying {
  verification: Verification
  /** The server's reply to the password. */
  onReply: (reply: VerifyEmailReply) => void
  /** No password would help: the link has to be opened again, or is invalid. */
  onRefused: (error: ApiError) => void
}

/** The effect may run twice, or for an unmounted page; only the mounted one uses the reply (R125). */
export function useVerification(token: string): Verifying {
  const [heard, setHeard] = useState<{ token: string; verification: Verification }>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (token === '') return
    let living = true
    const hear = (verification: Verification): void => {
      if (living) setHeard({ token, verification })
    }
    verifyEmail(token).then(
      (reply) => hear(verificationOf(reply)),
      (error: unknown) => hear(refusalOf(error)),
    )
    return () => {
      living = false
    }
  }, [token, round])

  const onReply = useCallback(
    (reply: VerifyEmailReply) => setHeard({ token, verification: verificationOf(reply) }),
    [token],
  )
  const onRefused = useCallback(
    (error: ApiError) => {
      if (error.code !== 'changed_meanwhile') return setHeard({ token, verification: { state: 'error', error } })
      setHeard(undefined)
      setRound((before) => before + 1)
    },
    [token],
  )

  const known: Verification = heard?.token === token ? heard.verification : { state: 'loading' }
  return { verification: token === '' ? { state: 'invalid' } : known, onReply, onRefused }
}

function verificationOf({ autoLogin, isPendingApproval, message: _, ...user }: VerifyEmailReply): Verification {
  if (isPendingApproval) return { state: 'pending' }
  return autoLogin ? { state: 'redirecting', user } : { state: 'success' }
}

const refusalOf = (error: unknown): Verification =>
  error instanceof ApiError && error.code === 'password_needed' ? { state: 'asked' } : { state: 'error', error }

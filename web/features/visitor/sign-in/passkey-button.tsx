import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { fetchPart } from '#web/lib/api/fetch-code.ts'
import { hasPasskeys, type PasskeyProblem } from '#web/lib/device/passkeys.ts'
import { useAction } from '#web/lib/forms/use-action.ts'

/** What speaks with the device weighs on nobody who has not asked for it. */
async function signInByPasskey(_input: null, key: string): Promise<SessionUser | PasskeyProblem> {
  const calls = await fetchPart(() => import('#web/lib/calls/account/passkey-sign-in.ts'))
  return calls.signInByPasskey(key)
}

/** `enter` opens the page of the person who signs in, or tells why not. */
export function PasskeyButton({
  enter,
}: {
  enter: (signIn: () => Promise<SessionUser | undefined>) => Promise<void>
}): ReactNode {
  const { t } = useTranslation()
  const action = useAction(signInByPasskey)
  if (!hasPasskeys()) return null

  async function signIn(): Promise<SessionUser | undefined> {
    const entered = await action.run(null)
    if (typeof entered !== 'string') return entered
    toast.error(t('signIn.passkeyStopped'))
    return undefined
  }

  return (
    <Button look="secondary" size="large" busy={action.running} onClick={() => void enter(signIn)}>
      {t('signIn.passkey')}
    </Button>
  )
}

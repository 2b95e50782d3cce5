import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contracts/calls/session.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { hasPasskeys, signInByPasskey } from '#web/lib/calls/passkeys.ts'
import { useAction } from '#web/lib/forms/use-action.ts'

/** `enter` opens the page of whoever signs in, or tells why not. */
export default function PasskeyButton({
  enter,
}: {
  enter: (signIn: () => Promise<SessionUser | undefined>) => Promise<void>
}): ReactNode {
  const { t } = useTranslation()
  const action = useAction((_input: null, key: string) => signInByPasskey(key))
  if (!hasPasskeys()) return null

  async function signIn(): Promise<SessionUser | undefined> {
    const entered = await action.run(null)
    if (typeof entered !== 'string') return entered
    toast.error(t('signIn.passkeyStopped'))
    return undefined
  }

  return (
    <Button look="secondary" size="large" busy={action.running} onClick={() => void enter(signIn)}>
      <KeyRound aria-hidden className="size-5" />
      <span>{t('signIn.passkey')}</span>
    </Button>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { setUser } from '#web/lib/session/session.ts'
import { signOut, signOutLater } from '#web/lib/calls/account/sign-out.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { useAwardsLeft } from './use-awards-left.ts'

export default function SignOutDialog({
  open,
  onStay,
  onDone,
}: {
  open: boolean
  onStay: () => void
  onDone: () => void
}): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const { count, areKept } = useAwardsLeft(open)
  const action = useAction<null, void>((_, key) => signOut(key))

  async function leave(): Promise<void> {
    try {
      await action.run(null)
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) {
        signOutLater()
        // Stays here: offline, the first page's files may be missing.
        onStay()
        setUser(null)
        return toast.success(t('signOutQuestion.leftHere'), { description: t('signOutQuestion.leftHereText') })
      }
      // The cookie may still open the account, so report it. A session that had ended already is no error.
      return toast.error(forError(error))
    }
    onDone()
    setUser(null)
  }

  return (
    <AlertDialog
      open={open}
      title={t('signOutQuestion.title')}
      description={[
        t('signOutQuestion.description'),
        ...(count > 0 ? [t(areKept ? 'waiting.notSent' : 'waiting.notSentHeld', { count })] : []),
      ].join(' ')}
      stay={t('signOutQuestion.stay')}
      go={t('signOutQuestion.go')}
      busy={action.running}
      onStay={onStay}
      onGo={() => void leave()}
    />
  )
}

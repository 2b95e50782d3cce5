import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { useLazyDialog } from '#web/components/dialogs/lazy-dialog.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'

/** R25. `onDone` runs after the sign-out. */
export function SignOutButton({ onDone }: { onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { Dialog, open, show, hide } = useLazyDialog(() => withWords(() => import('./sign-out-dialog.tsx'), ['rest']))
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" className="px-3" onClick={show}>
        <LogOut aria-hidden className="size-5" />
        <span>{t('signOut.button')}</span>
      </Button>
      {Dialog && <Dialog open={open} onStay={hide} onDone={onDone} />}
    </>
  )
}

import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/button.tsx'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

/** Signs out, after asking (R25). `onDone` runs when nobody is signed in any more. */
export function SignOutButton({ onDone }: { onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="quiet"
        aria-haspopup="dialog"
        className="px-3"
        onClick={() => {
          setAsked(true)
          setOpen(true)
        }}
      >
        <LogOut aria-hidden className="size-5" />
        {t('signOut.button')}
      </Button>
      {asked && (
        <Suspense>
          <SignOutDialog open={open} onStay={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}

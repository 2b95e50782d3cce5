import { LifeBuoy } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/button.tsx'

const StartVisitDialog = lazy(() => import('./start-visit-dialog.tsx'))

export interface StartVisitButtonProps {
  business: { /** users.id of the business. */ id: number; businessName: string }
  /** Where the visit begins; by default at the business's dashboard. */
  to?: string
}

/** To a business's dashboard as that business (H31, R149), after asking why. Speaks the words of `staff`. */
export function StartVisitButton({ business, to = '/dashboard' }: StartVisitButtonProps): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true)
          setOpen(true)
        }}
      >
        <LifeBuoy aria-hidden className="size-4" />
        {t('visit.start')}
        <span className="sr-only">{`: ${business.businessName}`}</span>
      </Button>
      {asked && (
        <Suspense>
          <StartVisitDialog business={business} to={to} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { useLazyDialog } from '#web/components/dialogs/lazy-dialog.ts'

interface StartVisitButtonProps {
  business: { /** users.id. */ id: number; businessName: string }
  to?: string
}

/** Starts a support visit (H31, R149). Needs the `staff` words. */
export function StartVisitButton({ business, to = '/dashboard' }: StartVisitButtonProps): ReactNode {
  const { t } = useTranslation()
  const { Dialog, open, show, hide } = useLazyDialog(() => import('./start-visit-dialog.tsx'))
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={show}>
        <LifeBuoy aria-hidden className="size-4" />
        <span>{t('visit.start')}</span>
        <span className="sr-only">{t('common.namely', { what: business.businessName })}</span>
      </Button>
      {Dialog && <Dialog business={business} to={to} open={open} onClose={hide} />}
    </>
  )
}

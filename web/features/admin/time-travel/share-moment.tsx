import { Link as LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AsOf } from '#contracts/calls/staff/time-travel.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'

/**
 * Adds the moment to the address of the present, so that it shows the same later. It grants nothing: another
 * administrator needs a visit of his own.
 */
export function ShareMoment({ asOf }: { asOf: AsOf | undefined }): ReactNode {
  const { t } = useTranslation()
  async function share(): Promise<void> {
    const address = new URL(location.href)
    address.searchParams.delete('lang')
    if (asOf && !address.searchParams.has('position') && !address.searchParams.has('at'))
      address.searchParams.set('at', asOf.at)
    try {
      await navigator.clipboard.writeText(address.href)
      toast.success(t('travel.shared'), { description: t('travel.sharedText') })
    } catch {
      // Without TLS, or if the browser refuses.
      toast.success(t('travel.shareByHand'), { description: address.href, durationMs: LONG_TOAST_MS })
    }
  }
  return (
    <Button look="secondary" disabled={!asOf} onClick={() => void share()}>
      <LinkIcon aria-hidden className="size-4" />
      <span>{t('travel.share')}</span>
    </Button>
  )
}

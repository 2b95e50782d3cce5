import { QrCode as QrIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useQrDialog } from '#web/components/dialogs/lazy-qr-dialog.ts'
import { SeedHead } from '#web/components/brand/seed-head.tsx'
import { spacedCode } from '#web/lib/words/format.ts'

/** The card to hold up at a counter (R56). */
export function BuyerCard({ code }: { code: string }): ReactNode {
  const { t } = useTranslation()
  const { Dialog, open, show, hide } = useQrDialog()
  return (
    <section
      aria-label={t('buyerCard.title')}
      className="relative isolate overflow-hidden rounded-card bg-pomegranate text-on-pomegranate"
    >
      <SeedHead seeds={55} className="absolute -right-20 -top-16 -z-10 size-72 opacity-50 mix-blend-multiply" />
      <div className="flex h-full flex-col justify-between gap-6 p-6">
        <div>
          <p className="font-medium">{t('buyerCard.title')}</p>
          <p translate="no" data-testid="buyer-code" className="mt-1 text-figure font-bold tracking-wide">
            {spacedCode(code)}
          </p>
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          className="inline-flex min-h-14 w-full items-center justify-center gap-3 rounded-field bg-white px-6 text-lead font-semibold text-[#7d1325] hover:bg-[#f8e6e4] focus-visible:outline-white sm:w-fit print:hidden"
          onClick={show}
        >
          <QrIcon aria-hidden className="size-6" />
          <span>{t('buyerCard.showQr')}</span>
        </button>
      </div>
      {Dialog && (
        <Dialog
          open={open}
          onClose={hide}
          title={t('buyerCard.title')}
          description={t('buyerCard.description')}
          code={code}
        />
      )}
    </section>
  )
}

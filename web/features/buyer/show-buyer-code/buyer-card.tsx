import { Maximize2 } from 'lucide-react'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useQrDialog } from '#web/components/dialogs/lazy-qr-dialog.ts'
import { QrPicture } from '#web/components/dialogs/qr-code.tsx'
import { SeedHead } from '#web/components/brand/seed-head.tsx'
import { spacedCode } from '#web/lib/words/format.ts'

/** The card to hold up at a counter; a tap on its QR code, or `opened`, shows it on the whole screen (R56). */
export function BuyerCard({ code, opened = false }: { code: string; opened?: boolean }): ReactNode {
  const { t } = useTranslation()
  const { Dialog, open, show, hide } = useQrDialog()
  const showAtOnce = useEffectEvent(show)
  useEffect(() => {
    if (opened) showAtOnce()
  }, [opened])
  return (
    <section
      aria-label={t('buyerCard.title')}
      className="relative isolate overflow-hidden rounded-card bg-pomegranate text-on-pomegranate"
    >
      <SeedHead seeds={55} className="absolute -right-20 -top-16 -z-10 size-72 opacity-50 mix-blend-multiply" />
      <div className="flex flex-col items-center gap-4 p-5">
        <div className="flex w-full flex-wrap items-baseline justify-between gap-x-4">
          <p className="font-medium">{t('buyerCard.title')}</p>
          <p translate="no" data-testid="buyer-code" className="text-figure font-bold tracking-wide">
            {spacedCode(code)}
          </p>
        </div>
        <div className="relative w-full max-w-72 rounded-field bg-white px-3 pt-3 pb-11 hover:bg-[#f8e6e4] print:pb-3">
          <QrPicture text={code} className="mx-auto size-52 rounded-small forced-color-adjust-none" />
          {/* Over the picture, which paper shows without it. */}
          <button
            type="button"
            aria-haspopup="dialog"
            className="absolute inset-0 flex items-end justify-center rounded-field font-semibold text-[#7d1325] focus-visible:outline-white print:hidden"
            onClick={show}
          >
            <span className="flex min-h-11 items-center gap-2.5">
              <Maximize2 aria-hidden className="size-5 shrink-0" />
              <span>{t('buyerCard.showQr')}</span>
            </span>
          </button>
        </div>
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

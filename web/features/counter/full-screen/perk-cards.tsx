import { BadgeCheck, LoaderCircle, Undo2 } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RedemptionPreview } from '#contracts/calls/counter.ts'
import { Button } from '#web/components/inputs/button.tsx'
import type { UndoUse, Verified } from '#web/components/counter/use-undo-use.ts'
import { spacedCode } from '#web/lib/words/format.ts'

/** Then the cashier is told that it takes longer. */
const SLOW_AFTER_MS = 4_000

/** The question before a code is used. */
export function AskCard({
  code,
  reply,
  onGive,
  onKeep,
}: {
  code: string
  reply: RedemptionPreview
  onGive: () => void
  onKeep: () => void
}): ReactNode {
  const { t } = useTranslation()
  return (
    <div data-testid="counter-asks" className="flex animate-appear flex-col gap-4">
      <div>
        <p className="text-headline font-bold wrap-anywhere">{t('verify.ask', { perk: reply.perk.name })}</p>
        <p className="text-ink-soft">
          {t('counter.askText', { code: spacedCode(code), buyer: spacedCode(reply.buyer.buyerId) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" size="large" className="grow" onClick={onKeep}>
          {t('counter.keep')}
        </Button>
        <Button size="large" className="grow" onClick={onGive}>
          {t('verify.use')}
        </Button>
      </div>
    </div>
  )
}

/** While a code is asked about, or used; says so if the reply takes long. */
export function CodeUnderWay({ code, isUsed }: { code: string; isUsed: boolean }): ReactNode {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, SLOW_AFTER_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex items-center gap-3">
      <LoaderCircle aria-hidden className="size-6 shrink-0 animate-spin" />
      <p>{t(isSlow && isUsed ? 'verify.slow' : 'counter.underWay', { code: spacedCode(code) })}</p>
    </div>
  )
}

/** What to hand over, until the next act. */
export function GivenCard({ verified, undo }: { verified: Verified; undo: UndoUse }): ReactNode {
  const { t } = useTranslation()
  const { code, reply } = verified
  return (
    <div data-testid="counter-given" className="flex animate-appear flex-wrap items-center gap-4">
      <BadgeCheck aria-hidden className="size-12 shrink-0 text-leaf-text" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-headline font-bold wrap-anywhere text-leaf-text">
          {t('verify.give', { perk: reply.perk.name })}
        </p>
        <p>{t('verify.buyer', { code: spacedCode(reply.buyer.buyerId) })}</p>
      </div>
      <Button
        look="quiet"
        className="px-3"
        busy={undo.running}
        aria-label={t('verify.undoFor', { perk: reply.perk.name, code: spacedCode(code) })}
        onClick={() => undo.begin(verified)}
      >
        <Undo2 aria-hidden className="size-5" />
        <span>{t('verify.undo')}</span>
      </Button>
    </div>
  )
}

import { BadgeCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { spacedCode } from '#web/lib/words/format.ts'
import { playMoment } from '#web/lib/device/play-moment.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { useBackCloses } from '#web/lib/device/use-back-closes.ts'
import { useWakeLock } from '#web/lib/device/use-wake-lock.ts'
import { Dialog } from './dialog.tsx'
import { QrCode } from './qr-code.tsx'
import { SeedsCelebration } from '#web/components/brand/seeds-celebration.tsx'

export interface QrDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  code: string
  /** Just redeemed. */
  isNew?: boolean
  /** Replaces a used code. */
  used?: { title: string; text: string }
}

/**
 * The code as a picture on the whole screen, and as text for a counter without a camera. The screen stays awake, and
 * the way back closes it.
 */
export function QrDialog({ open, onClose, title, description, code, isNew = false, used }: QrDialogProps): ReactNode {
  const { t } = useTranslation()
  useWakeLock(open && !used)
  useBackCloses(open, onClose)
  if (used) {
    return (
      <Dialog open={open} onClose={onClose} title={used.title} description={used.text}>
        <Used />
      </Dialog>
    )
  }
  return (
    <Dialog isScreen open={open} onClose={onClose} title={title} description={description}>
      <div className="flex flex-1 flex-col items-center justify-center gap-x-10 gap-y-2 [@media(max-height:30rem)]:flex-row">
        {isNew && <New />}
        <div>
          <QrCode
            text={code}
            label={title + t('common.namely', { what: code })}
            className="size-[min(82vw,56dvh)] forced-color-adjust-none"
          />
        </div>
        <p
          translate="no"
          className="text-center text-[clamp(2.25rem,13vw,4.5rem)] leading-tight font-bold tracking-wide whitespace-nowrap"
        >
          {spacedCode(code)}
        </p>
      </div>
    </Dialog>
  )
}

function New(): ReactNode {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => playMoment('redeem', mark.current?.closest('[role=dialog]')), [])
  return <span ref={mark} hidden />
}

const CELEBRATED_TENTHS = 100

function Used(): ReactNode {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    playSound('celebration')
    playMoment('use', mark.current?.closest('[role=dialog]'))
  }, [])
  return (
    <div
      ref={mark}
      role="status"
      data-testid="code-used"
      className="flex animate-appear flex-col items-center gap-3 rounded-field bg-leaf-soft px-4 py-8 text-leaf-text"
    >
      <BadgeCheck aria-hidden className="size-16" />
      <SeedsCelebration pointsTenths={CELEBRATED_TENTHS} />
    </div>
  )
}

import { BadgeCheck } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { spacedCode } from '#web/lib/words/format.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { Dialog } from './dialog.tsx'
import { QrCode } from './qr-code.tsx'
import { SeedsCelebration } from '#web/components/brand/seeds-celebration.tsx'

export interface QrDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  code: string
  /** Replaces a used code. */
  used?: { title: string; text: string }
}

/** The code as a picture, and as text for a counter without a camera. */
export function QrDialog({ open, onClose, title, description, code, used }: QrDialogProps): ReactNode {
  const { t } = useTranslation()
  if (used) {
    return (
      <Dialog open={open} onClose={onClose} title={used.title} description={used.text}>
        <Used />
      </Dialog>
    )
  }
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <QrCode text={code} label={title + t('common.namely', { what: code })} />
      <p translate="no" className="mt-4 text-center text-figure font-bold tracking-wide">
        {spacedCode(code)}
      </p>
    </Dialog>
  )
}

const CELEBRATED_TENTHS = 100

function Used(): ReactNode {
  useEffect(() => playSound('celebration'), [])
  return (
    <div
      role="status"
      data-testid="code-used"
      className="flex animate-appear flex-col items-center gap-3 rounded-field bg-leaf-soft px-4 py-8 text-leaf-text"
    >
      <BadgeCheck aria-hidden className="size-16" />
      <SeedsCelebration pointsTenths={CELEBRATED_TENTHS} />
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { spacedCode } from '#web/lib/format.ts'
import { Dialog } from './dialog.tsx'
import { QrCode } from './qr-code.tsx'

export interface QrDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  code: string
}

/** A code to hold up to a counter: as a picture, and in letters for a counter without a camera. */
export function QrDialog({ open, onClose, title, description, code }: QrDialogProps): ReactNode {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <QrCode text={code} label={title + t('common.namely', { what: code })} />
      <p translate="no" className="mt-4 text-center text-figure font-bold tracking-wide">{spacedCode(code)}</p>
    </Dialog>
  )
}

import QR from 'qrcode'
import { useMemo, type ReactNode, type SVGProps } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/lib/device/class-names.ts'

const MARGIN_MODULES = 2

interface Drawn {
  path: string
  /** In modules, with the margin. */
  side: number
}

/** 200 by 200 unless `className` resizes it, margin 2, error correction M (R175). Black on white in every theme. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }): ReactNode {
  const { t } = useTranslation()
  const drawn = useMemo(() => draw(text), [text])
  if (!drawn) {
    return (
      <p role="alert" className="py-8 text-center text-alarm-text">
        {t('qr.failed')}
      </p>
    )
  }
  return (
    <div className="mx-auto w-fit rounded-field bg-qr-paper p-3">
      <Modules drawn={drawn} role="img" aria-label={label} data-qr={text} className={className} />
    </div>
  )
}

/** The picture alone, as decoration of a button that names it. */
export function QrPicture({ text, className }: { text: string; className: string }): ReactNode {
  const drawn = useMemo(() => draw(text), [text])
  return drawn && <Modules drawn={drawn} aria-hidden className={classNames('bg-qr-paper', className)} />
}

function Modules({
  drawn: { path, side },
  ...look
}: { drawn: Drawn; 'data-qr'?: string } & SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg width="200" height="200" viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges" {...look}>
      <rect width={side} height={side} className="fill-qr-paper" />
      <path d={path} className="fill-qr-ink" />
    </svg>
  )
}

/** One path, a stroke per run of dark modules; undefined if the text does not fit. */
function draw(text: string): Drawn | undefined {
  try {
    const { modules } = QR.create(text, { errorCorrectionLevel: 'M' })
    const runs: string[] = []
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        if (!modules.get(row, column)) continue
        let length = 1
        while (column + length < modules.size && modules.get(row, column + length)) length += 1
        runs.push(`M${column + MARGIN_MODULES} ${row + MARGIN_MODULES}h${length}v1h-${length}z`)
        column += length
      }
    }
    return { path: runs.join(''), side: modules.size + 2 * MARGIN_MODULES }
  } catch {
    return undefined
  }
}

import QR from 'qrcode'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const MARGIN_MODULES = 2

/** 200 by 200, margin 2, error correction M (R175). Black on white in every theme, for scanners. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
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
      <svg
        role="img"
        aria-label={label}
        data-qr={text}
        width="200"
        height="200"
        viewBox={`0 0 ${drawn.side} ${drawn.side}`}
        shapeRendering="crispEdges"
      >
        <rect width={drawn.side} height={drawn.side} className="fill-qr-paper" />
        <path d={drawn.path} className="fill-qr-ink" />
      </svg>
    </div>
  )
}

/** One path, a stroke per run of dark modules; undefined if the text does not fit. */
function draw(text: string): { path: string; side: number } | undefined {
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

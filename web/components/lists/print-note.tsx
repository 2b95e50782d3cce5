import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { usePrinting } from '#web/lib/device/use-printing.ts'

/** On paper only. */
export function PrintNote({ name, days }: { name?: string | undefined; days?: string | undefined }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  // Renders again for each print, so that the time is the sheet's.
  usePrinting()
  const moment = useNow(format.moment)
  return (
    <div data-testid="print-note" className="hidden print:block">
      {name !== undefined && <p className="text-lead font-bold">{name}</p>}
      {days !== undefined && <p>{days}</p>}
      <p className="text-small">{t('print.printed', { moment })}</p>
    </div>
  )
}

/** On paper only, before part of a longer list. */
export function PrintPart({ children }: { children: string }): ReactNode {
  return <p className="hidden pt-2 font-semibold print:block">{children}</p>
}

import { Download, Printer } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownSecret } from '#contracts/calls/cards.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { saveFile } from '#web/lib/api/save-file.ts'

/** Shown once, so only the person ends it. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const shown = codes.map(shownSecret)

  function download(): void {
    const text = [t('secondFactor.codesTitle'), '', ...shown, ''].join('\n')
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'hatik-recovery-codes.txt')
  }

  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lead font-bold outline-none">
        {t('secondFactor.codesTitle')}
      </h2>
      <p className="text-ink-soft">{t('secondFactor.codesText')}</p>
      <ol translate="no" className="grid gap-x-6 gap-y-2 rounded-field bg-tuff px-4 py-3.5 font-mono sm:grid-cols-2">
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button look="secondary" onClick={download}>
          <Download aria-hidden className="size-4" />
          <span>{t('secondFactor.download')}</span>
        </Button>
        <Button look="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          <span>{t('secondFactor.print')}</span>
        </Button>
      </div>
      <Button size="large" className="print:hidden" onClick={onDone}>
        {t('secondFactor.codesDone')}
      </Button>
    </div>
  )
}

import { CircleAlert, Download, FileCheck } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { FactLines } from '#web/components/lists/fact-lines.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import {
  exportMovements,
  type Exported,
  type ExportOptions,
  type ExportProgress,
} from '#web/features/auditor/export-movements/audit-export.ts'
import { saveFile } from '#web/lib/api/save-file.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const KINDS = {
  jsonl: { format: 'jsonl', proofs: false },
  proven: { format: 'jsonl', proofs: true },
  csv: { format: 'csv', proofs: false },
} as const satisfies Record<string, ExportOptions>

export function ExportPanel({ selection }: { selection: URLSearchParams }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { forError } = useErrorWords()
  const [kind, setKind] = useState<keyof typeof KINDS>('jsonl')
  const [progress, setProgress] = useState<ExportProgress>()
  const [done, setDone] = useState<Exported>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(null)
  const startButton = useRef<HTMLButtonElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(): Promise<void> {
    const control = new AbortController()
    running.current = control
    setDone(undefined)
    setError(undefined)
    setProgress({ events: 0, of: 0 })
    try {
      const exported = await exportMovements(selection, KINDS[kind], {
        signal: control.signal,
        onProgress: setProgress,
      })
      setDone(exported)
      if (exported.report.ok) saveFile(exported.file, exported.name)
    } catch (cause) {
      if (!control.signal.aborted) setError(cause)
    } finally {
      // Cancelling removes the button, so the focus moves to the one that starts an export.
      if (cancelButton.current !== null && document.activeElement === cancelButton.current) startButton.current?.focus()
      setProgress(undefined)
    }
  }

  const count =
    progress &&
    (progress.of === 0
      ? t('audit.exportBegins')
      : t('audit.exported', { events: format.integer(progress.events), of: format.integer(progress.of) }))
  return (
    <Card title={t('audit.export')}>
      <div data-testid="export" className="flex flex-col gap-3">
        <p className="text-ink-soft">{t('audit.exportText')}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <fieldset className="flex flex-wrap gap-x-5" disabled={progress !== undefined}>
            <legend className="sr-only">{t('audit.exportAs')}</legend>
            {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((each) => (
              <label key={each} className="flex min-h-11 cursor-pointer items-center gap-2.5">
                <input
                  type="radio"
                  name="export-kind"
                  value={each}
                  checked={kind === each}
                  className="size-5 accent-pomegranate"
                  onChange={() => setKind(each)}
                />
                <span>{t(`exportKinds.${each}`)}</span>
              </label>
            ))}
          </fieldset>
          {/* Ignores the second click of a double click, even if the first one's file is ready by then. */}
          <Button
            ref={startButton}
            look="secondary"
            busy={progress !== undefined}
            onClick={({ detail }) => void (detail < 2 && start())}
          >
            {!progress && <Download aria-hidden className="size-5" />}
            <span>{t('audit.startExport')}</span>
          </Button>
        </div>
        {progress && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <div className="flex min-w-48 flex-1 flex-col gap-1.5">
              <ProgressBar
                share={progress.of === 0 ? 0 : progress.events / progress.of}
                label={t('audit.export')}
                text={count ?? ''}
              />
              <p className="text-small text-ink-soft">{count}</p>
            </div>
            <Button ref={cancelButton} look="secondary" onClick={() => running.current?.abort()}>
              {t('audit.cancelExport')}
            </Button>
          </div>
        )}
        {error !== undefined && (
          <Notice tone="alarm" icon={<CircleAlert className="size-5" />} title={t('audit.exportFailed')}>
            {forError(error)}
          </Notice>
        )}
        {done && <Outcome exported={done} />}
      </div>
    </Card>
  )
}

function Outcome({ exported: { name, report } }: { exported: Exported }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (!report.ok) {
    return (
      <Notice tone="alarm" icon={<CircleAlert className="size-5" />} title={t('audit.exportBroken')}>
        {t('audit.exportBrokenText')}
      </Notice>
    )
  }
  const facts = [
    [t('audit.exportQuery'), JSON.stringify(report.query)],
    [t('audit.exportPosition'), report.position ?? '0'],
    [t('audit.exportHash'), report.hash ?? ''],
  ] as const
  return (
    <Notice
      tone="good"
      icon={<FileCheck className="size-5" />}
      title={t('audit.exportDone', { count: report.events, name, events: format.integer(report.events) })}
      action={
        <Link to="/verify" className="font-semibold underline underline-offset-4">
          {t('audit.checkFile')}
        </Link>
      }
    >
      <FactLines facts={facts} />
    </Notice>
  )
}

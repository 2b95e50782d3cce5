import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerifyReport } from '#contracts/calls/proofs.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { checkFile } from '#web/features/visitor/check-file/check-file.ts'
import { mayMoveFocus } from '#web/lib/device/may-move-focus.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { DropField } from './drop-field.tsx'
import { Report } from './report.tsx'

type State = { name: string } & ({ share: number } | { report: VerifyReport } | { unreadable: true })

/** Verifies a statement or export in the browser; nothing of it is sent. */
export function CheckPage(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const [state, setState] = useState<State>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const page = useRef<HTMLDivElement>(null)
  const isChecking = state !== undefined && 'share' in state
  // The stop button disappears with the check, so the focus moves to the file field.
  useEffect(
    () => () => {
      if (isChecking && mayMoveFocus(null)) page.current?.querySelector('input')?.focus({ preventScroll: true })
    },
    [isChecking],
  )

  async function check(file: File): Promise<void> {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setState({ name: file.name, share: 0 })
    try {
      const report = await checkFile(file, {
        signal: control.signal,
        onProgress: (share) => !control.signal.aborted && setState({ name: file.name, share }),
      })
      if (!control.signal.aborted) setState({ name: file.name, report })
    } catch {
      if (!control.signal.aborted) setState({ name: file.name, unreadable: true })
    }
  }

  function stop(): void {
    running.current?.abort()
    setState(undefined)
  }

  return (
    <div ref={page} className="flex flex-col gap-5">
      <DropField onFile={(file) => void check(file)} />
      {state && 'share' in state && (
        <div className="flex flex-col gap-2">
          <p className="font-medium wrap-anywhere">{t('checkProof.checking', { name: state.name })}</p>
          <ProgressBar
            share={state.share}
            label={t('checkProof.checking', { name: state.name })}
            text={t('checkProof.percent', { percent: format.integer(Math.round(state.share * 100)) })}
          />
          <Button look="quiet" className="self-start" onClick={stop}>
            {t('checkProof.stop')}
          </Button>
        </div>
      )}
      {state && 'unreadable' in state && (
        <Notice
          tone="alarm"
          icon={<CircleAlert className="size-5" />}
          title={t('checkProof.unreadable', { name: state.name })}
        >
          {t('checkProof.unreadableText')}
        </Notice>
      )}
      {state && 'report' in state && <Report name={state.name} report={state.report} />}
    </div>
  )
}

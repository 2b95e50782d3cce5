import { CameraOff, SwitchCamera } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_INPUT_MAX } from '#contracts/units/codes.ts'
import { latinSign, typeLatin } from '#web/lib/device/latin-keys.ts'
import { startScan, type CameraTrouble } from '#web/lib/device/scan.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'

export interface QrScannerProps {
  open: boolean
  onClose: () => void
  title: string
  /** The dialog closes at the same time (R85). */
  onScan: (text: string) => void
  onCloseFocus?: (event: Event) => void
}

/** The only scanner, for buyer codes and redemption codes (R83-R87). */
export function QrScanner({ open, onClose, title, onScan, onCloseFocus }: QrScannerProps): ReactNode {
  const done = (text: string): void => {
    onClose()
    onScan(text)
  }
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(onCloseFocus && { onCloseFocus })}>
      <Viewfinder onClose={onClose} onScan={done} />
      <TypedCode onCode={done} />
    </Dialog>
  )
}

/** For a code that the camera cannot read. */
function TypedCode({ onCode }: { onCode: (text: string) => void }): ReactNode {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)

  // Moves typed keys, also a hand scanner's, into the field: otherwise their Enter would press the focused button and
  // close the dialog.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const sign = latinSign(event) ?? event.key
      if (
        !input.current ||
        event.target instanceof HTMLInputElement ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        !/^[0-9A-Za-z]$/.test(sign)
      )
        return
      event.preventDefault()
      input.current.value += sign
      input.current.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    // In React's tree the dialog is inside the page's form.
    event.stopPropagation()
    const text = input.current?.value.trim() ?? ''
    if (text === '') input.current?.focus()
    else onCode(text)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4 border-t border-line pt-4">
      <Field label={t('scanner.type')}>
        {(ids) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...ids}
              ref={input}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              maxLength={CODE_INPUT_MAX}
              className="flex-1 basis-36 uppercase"
              onKeyDown={typeLatin}
            />
            <Button type="submit" look="secondary" className="grow sm:grow-0">
              {t('scanner.use')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

type Stage = 'starting' | 'scanning' | 'long' | CameraTrouble

function Viewfinder({ onClose, onScan }: { onClose: () => void; onScan: (text: string) => void }): ReactNode {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [stage, setStage] = useState<Stage>('starting')
  const [attempt, setAttempt] = useState(0)
  const [other, setOther] = useState<() => void>()
  const scanned = useEffectEvent(onScan)

  useEffect(() => {
    const element = video.current
    if (!element) return
    return startScan(element, {
      onStarting: () => setStage('starting'),
      onStart: (next) => {
        setStage('scanning')
        setOther(() => next)
      },
      onLong: () => setStage('long'),
      onTrouble: setStage,
      onText: (text) => scanned(text),
    })
  }, [attempt])

  const trouble = typeof stage === 'object' ? stage : undefined
  const sentence = (trouble: CameraTrouble): string => {
    if (trouble.kind === 'other') return t('scanner.other', { message: trouble.message })
    // Browsers' messages are English and suggest no remedy (R215).
    if (trouble.kind === 'busy') return t('scanner.other', { message: t('scanner.busy') })
    if (trouble.kind === 'network') return t('errors.network')
    return trouble.kind === 'failed' ? t('errors.internal') : t(`scanner.${trouble.kind}`)
  }
  return (
    <div>
      <div className={trouble ? 'hidden' : 'relative aspect-square overflow-hidden rounded-field bg-[#191213]'}>
        <video ref={video} playsInline muted className="size-full object-cover" aria-label={t('scanner.picture')} />
        <div aria-hidden className="absolute inset-[16.67%] rounded-card border-[3px] border-white/90" />
        {other && (
          <button
            type="button"
            aria-label={t('scanner.otherCamera')}
            title={t('scanner.otherCamera')}
            className="absolute right-3 bottom-3 z-10 inline-flex size-11 items-center justify-center rounded-full bg-[#191213]/75 text-white"
            onClick={() => {
              other()
              setAttempt((count) => count + 1)
            }}
          >
            <SwitchCamera aria-hidden className="size-5" />
          </button>
        )}
        {stage === 'starting' && (
          <div
            role="status"
            className="absolute inset-0 grid place-content-center gap-1 bg-[#191213] p-6 text-center text-white"
          >
            <p className="font-semibold">{t('scanner.starting')}</p>
            <p>{t('scanner.allow')}</p>
          </div>
        )}
      </div>
      {trouble ? (
        <div role="alert" className="flex flex-col items-center gap-4 py-4 text-center">
          <CameraOff aria-hidden className="size-9 text-ink-soft" />
          <p>{sentence(trouble)}</p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => setAttempt((count) => count + 1)}>{t('common.tryAgain')}</Button>
            <Button look="secondary" onClick={onClose}>
              {t('common.close')}
            </Button>
          </div>
        </div>
      ) : (
        <p aria-live="polite" className="mt-4 text-center text-ink-soft">
          {stage === 'long' ? t('scanner.long') : t('scanner.hint')}
        </p>
      )}
    </div>
  )
}

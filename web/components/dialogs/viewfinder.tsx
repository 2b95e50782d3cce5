import { CameraOff, SwitchCamera } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { startScan, type CameraTrouble } from '#web/lib/device/scan.ts'
import { Button } from '#web/components/inputs/button.tsx'

type Stage = 'starting' | 'scanning' | 'long' | CameraTrouble

export interface ViewfinderProps {
  /** Offered beside a camera that does not work. */
  onClose: () => void
  onScan: (text: string) => void
  /** Scanning goes on after a code, which is reported again and again while it is seen. */
  staysOpen?: boolean
  /** The picture only, while something else is more important. */
  small?: boolean
}

/** The camera's picture, with what is wrong with the camera in its place. */
export function Viewfinder({ onClose, onScan, staysOpen = false, small = false }: ViewfinderProps): ReactNode {
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
      staysOpen,
    })
  }, [attempt, staysOpen])

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
        {other && !small && (
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
            <p className={small ? 'sr-only' : 'font-semibold'}>{t('scanner.starting')}</p>
            <p className={small ? 'sr-only' : ''}>{t('scanner.allow')}</p>
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
        <p aria-live="polite" className={small ? 'sr-only' : 'mt-4 text-center text-ink-soft'}>
          {stage === 'long' ? t('scanner.long') : t('scanner.hint')}
        </p>
      )}
    </div>
  )
}

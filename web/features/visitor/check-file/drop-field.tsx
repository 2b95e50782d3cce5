import { FileSearch } from 'lucide-react'
import { useId, useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { classNames } from '#web/lib/device/class-names.ts'

/** The same file may be chosen again, because it may have changed. */
export function DropField({ onFile }: { onFile: (file: File) => void }): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  const [over, setOver] = useState(false)

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  return (
    <div
      className={classNames(
        'flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-8 text-center',
        over ? 'border-pomegranate bg-pomegranate-soft' : 'border-line-strong bg-surface',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        type="file"
        accept=".jsonl,.csv,.ndjson,.txt"
        className="peer sr-only"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <label
        htmlFor={id}
        className={buttonLook(
          'primary',
          'large',
          'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-pomegranate-text',
        )}
      >
        <FileSearch aria-hidden className="size-5" />
        <span>{t('checkProof.choose')}</span>
      </label>
      <p className="text-ink-soft">{t('checkProof.drop')}</p>
    </div>
  )
}

import { ImageUp } from 'lucide-react'
import { useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/words/use-format.ts'
import { buttonLook } from './button.tsx'

export interface FileInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  id: string
  ref?: Ref<HTMLInputElement>
}

const TENTHS_OF_A_MEGABYTE = (1024 * 1024) / 10

/** The browser's own button would speak the browser's language. */
export function FileInput({ id, onChange, ...rest }: FileInputProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const [file, setFile] = useState<File>()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        {...rest}
        id={id}
        type="file"
        className="peer sr-only"
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0])
          onChange?.(event)
        }}
      />
      <label
        htmlFor={id}
        className={buttonLook(
          'secondary',
          'regular',
          'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-pomegranate-text',
        )}
      >
        <ImageUp aria-hidden className="size-5" />
        <span>{file ? t('file.change') : t('file.choose')}</span>
      </label>
      <span className="min-w-0 flex-1 basis-40 text-small wrap-anywhere">
        {file ? (
          `${file.name}, ${t('file.size', { megabytes: format.points(Math.max(1, Math.ceil(file.size / TENTHS_OF_A_MEGABYTE))) })}`
        ) : (
          <span className="text-ink-soft">{t('file.none')}</span>
        )}
      </span>
    </div>
  )
}

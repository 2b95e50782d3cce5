import { ImageOff, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_TYPES, imageProblem, UPLOAD_ERRORS } from '#contracts/units/uploads.ts'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { compressImage, type ImageLimits } from '#web/lib/forms/compress-image.ts'
import type { PictureInput } from '#web/lib/forms/use-picture.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { FileInput } from './file-input.tsx'

export interface PictureFieldProps extends PictureInput {
  words: { label: string; hint: string; preview: string; remove: string }
  limits: ImageLimits
  /** Size and fit of the preview. */
  look: string
  /** Address of the stored picture. */
  stored: string | null
}

/** R95, R163, R164. The picture is sent with the form. */
export function PictureField(props: PictureFieldProps): ReactNode {
  const { words, limits, look, stored, change, onChange, progress, onProgress } = props
  const { t } = useTranslation()
  const { forError, forField } = useErrorWords()
  const [problem, setProblem] = useState<string>()
  const inputKey = useId()
  const [attempt, setAttempt] = useState(0)
  const [preview, showPreview] = usePreview()
  // A large picture may be ready after a small one chosen later: the last choice counts.
  const chosen = useRef<File>(undefined)
  const shown = change === 'keep' ? stored : preview

  /** Drops the earlier picture, too: the field names the refused one, and only what it names may be sent. */
  function refuse(why: string): void {
    setProblem(why)
    if (!(change instanceof File)) return
    showPreview(undefined)
    onChange('keep')
  }

  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    chosen.current = file
    const isLast = (): boolean => chosen.current === file
    const wrong = imageProblem(file)
    setProblem(undefined)
    onProgress(wrong ? undefined : 0)
    if (wrong) return refuse(wrong)
    try {
      const picture = await compressImage(file, limits, (share) => isLast() && onProgress(share))
      if (!isLast()) return
      showPreview(picture)
      onChange(picture)
    } catch (error) {
      if (!isLast()) return
      if (!(error instanceof ApiError)) return refuse(UPLOAD_ERRORS.imageFailed)
      toast.error(forError(error))
      // Remounts the field, because choosing the same file again would fire no event.
      setAttempt((count) => count + 1)
    } finally {
      if (isLast()) onProgress(undefined)
    }
  }

  return (
    <Field label={words.label} hint={words.hint} error={forField(problem)}>
      {(ids) => (
        <div className="flex flex-wrap items-center gap-4">
          <Preview key={shown ?? ''} url={shown} look={look} alt={words.preview} />
          <div className="flex min-w-48 flex-1 flex-col gap-2">
            <FileInput
              key={`${inputKey}${attempt}`}
              {...ids}
              accept={IMAGE_TYPES.join(',')}
              onChange={(event) => void take(event.currentTarget.files?.[0])}
            />
            {progress !== undefined && (
              <ProgressBar
                share={progress}
                label={t('pictureField.compressing')}
                text={`${Math.round(progress * 100)} %`}
              />
            )}
            {shown !== null && progress === undefined && (
              <Button
                look="quiet"
                className="self-start px-3"
                onClick={() => {
                  setAttempt((count) => count + 1)
                  setProblem(undefined)
                  showPreview(undefined)
                  onChange('remove')
                }}
              >
                <Trash2 aria-hidden className="size-4" />
                <span>{words.remove}</span>
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

function Preview({ url, look, alt }: { url: string | null; look: string; alt: string }): ReactNode {
  const [broken, setBroken] = useState(false)
  if (url === null || broken) {
    return (
      <span
        className={classNames(
          'grid shrink-0 place-content-center rounded-field border border-dashed border-line-strong text-ink-soft',
          look,
        )}
      >
        <ImageOff aria-hidden className="size-7" />
      </span>
    )
  }
  return (
    <img
      src={url}
      alt={alt}
      onError={() => setBroken(true)}
      className={classNames('shrink-0 rounded-field border border-line', look)}
    />
  )
}

/** Object URL of a local picture; revokes the previous one. */
function usePreview(): [url: string | null, show: (picture: File | undefined) => void] {
  const [url, setUrl] = useState<string | null>(null)
  const made = useRef<string | null>(null)
  const giveBack = (): void => {
    if (made.current !== null) URL.revokeObjectURL(made.current)
    made.current = null
  }
  useEffect(() => giveBack, [])
  return [
    url,
    (picture) => {
      giveBack()
      made.current = picture ? URL.createObjectURL(picture) : null
      setUrl(made.current)
    },
  ]
}

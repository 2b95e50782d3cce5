import { CircleAlert, RotateCw, WifiOff } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api/api-error.ts'
import type { Reading } from '#web/lib/reads/read.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { SkeletonRows } from './skeleton.tsx'

export interface ReadingStateProps<Value> {
  reading: Reading<Value>
  /** What stands there until the first answer. */
  loading?: ReactNode
  children: (value: Value) => ReactElement | null
}

/**
 * What was read; until then its shape; and where it could not be read, that and a way to try again. An older answer stays, and says so
 * where people decide on it (useAdminRead).
 */
export function ReadingState<Value>({
  reading,
  loading = <SkeletonRows />,
  children,
}: ReadingStateProps<Value>): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const { busy, during } = useBusy()
  const { value, error, stale, retry } = reading
  const isThere = value !== undefined
  // Whoever is told of the connection where an answer came looks for the fault in the wrong place.
  const Sign = error instanceof ApiError && error.status !== 0 ? CircleAlert : WifiOff
  if (!isThere && !error) return loading
  return (
    <>
      {(stale || !isThere) && (
        <div
          role={isThere ? 'status' : 'alert'}
          className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-field bg-tuff px-4 ${isThere ? 'mb-3 py-2' : 'py-4'}`}
        >
          <Sign aria-hidden className="size-6 shrink-0 text-ink-soft" />
          <p className="min-w-48 flex-1">{isThere ? t('common.stale') : forError(error)}</p>
          <Button look="secondary" busy={busy} onClick={() => void during(async () => void (await retry()))}>
            {!busy && <RotateCw aria-hidden className="size-4" />}
            <span>{t('common.tryAgain')}</span>
          </Button>
        </div>
      )}
      {isThere && children(value)}
    </>
  )
}

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
  loading?: ReactNode
  children: (value: Value) => ReactElement | null
}

/**
 * Shows `loading`, the value, or an error with a retry. An older value stays, marked as stale where people decide on
 * it (useAdminRead).
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
  // After a response, do not blame the connection.
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

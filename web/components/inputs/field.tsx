import { useId, type ReactElement, type ReactNode } from 'react'
import { FieldError } from './field-error.tsx'

export interface FieldIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: string
  /** Hides the label visually, if the card's heading names the field. */
  quietLabel?: boolean
  hint?: ReactNode
  /** As a full sentence. */
  error?: string | undefined
  children: (ids: FieldIds) => ReactElement
}

export function Field({ label, quietLabel = false, hint, error, children }: FieldProps): ReactNode {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={quietLabel ? 'sr-only' : 'font-semibold'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {errorId && error && (
        <FieldError id={errorId} label={label}>
          {error}
        </FieldError>
      )}
      {Boolean(hint) && (
        <div id={hintId} className="text-small text-ink-soft">
          {hint}
        </div>
      )}
    </div>
  )
}

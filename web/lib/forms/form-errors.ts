import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, type ApiErrorCode } from '#web/lib/api/api-error.ts'

/**
 * Puts the server's messages beside their fields and focuses the first. `codes`: error codes that belong to one field.
 * False if no field is concerned.
 */
export function showFieldErrors<Fields extends FieldValues, Output>(
  form: Pick<UseFormReturn<Fields, unknown, Output>, 'setError' | 'getValues'>,
  error: unknown,
  codes: Partial<Record<ApiErrorCode, Path<Fields>>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false
  const known = form.getValues()
  const byCode = codes[error.code]
  const wrong = Object.entries(error.fields).filter(([path]) => path in known)
  if (byCode !== undefined) wrong.push([byCode, error.message])
  for (const [index, [path, message]] of wrong.entries()) {
    form.setError(path as Path<Fields>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return wrong.length > 0
}

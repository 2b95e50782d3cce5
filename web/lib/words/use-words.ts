/** Error messages from the locale, by error code or by the contract's English message (R208). */
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api/api-error.ts'

let fieldKeys: Readonly<Record<string, ParseKeys>> = {}

export function knowFieldKeys(keys: Readonly<Record<string, ParseKeys>>): void {
  fieldKeys = keys
}

export interface ErrorWords {
  /** An unknown error keeps the server's text. */
  forError: (error: unknown) => string
  /**
   * Title and reason of a failed action. An unknown outcome is not called failed: the points may have moved, and a
   * retry uses the same key.
   */
  forAct: (failed: string, error: unknown) => { title: string; description: string }
  forField: (message: string | undefined) => string | undefined
  forFields: (labels: readonly string[]) => string
}

export function useErrorWords(): ErrorWords {
  const { t, i18n } = useTranslation()
  function forError(error: unknown): string {
    if (!(error instanceof ApiError)) return t('errors.internal')
    if (error.code === 'trial_expired' && error.lapsed) return t('errors.plan_lapsed')
    const { code, message } = error
    const key = [`errors.${code}`, `dashboardErrors.${code}`, `staffErrors.${code}`, `fields.${code}`].find((one) =>
      i18n.exists(one),
    )
    return key === undefined ? message : t(key as 'errors.internal')
  }
  return {
    forError,
    forAct: (failed, error) => {
      if (!(error instanceof ApiError) || !error.outcomeUnknown) return { title: failed, description: forError(error) }
      const why = error.code === 'outcome_unknown' ? [] : [forError(error)]
      return { title: t('errors.outcome_unknown'), description: [...why, t('common.countsOnce')].join(' ') }
    },
    forField: (message) => {
      if (message === undefined) return undefined
      return t(fieldKeys[message] ?? 'fields.invalid')
    },
    forFields: (labels) => t('fields.several', { number: labels.length, labels: labels.join(', ') }),
  }
}

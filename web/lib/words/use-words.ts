/** Sentences for what went wrong: the locale's, by error code or by the contract's English message (R208). */
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api/api-error.ts'

/** Sentences for fields by the message of the contract's schemas: they come when somebody fills in a form, as the sentences do. */
let fieldKeys: Readonly<Record<string, ParseKeys>> = {}

export function knowFieldKeys(keys: Readonly<Record<string, ParseKeys>>): void {
  fieldKeys = keys
}

export interface ErrorWords {
  /** The sentence for an API error. An unknown one keeps the server's text. */
  forError: (error: unknown) => string
  /**
   * What is said of an act that did not succeed, and why. Where nobody knows, it is not said to have failed: the points may have moved by now, and
   * the same act may be tried again under its key.
   */
  forAct: (failed: string, error: unknown) => { title: string; description: string }
  /** The sentence for a field's schema message; undefined where there is none. */
  forField: (message: string | undefined) => string | undefined
  /** One sentence for several fields that are wrong. */
  forFields: (labels: readonly string[]) => string
}

/** See ErrorWords. */
export function useErrorWords(): ErrorWords {
  const { t, i18n } = useTranslation()
  function forError(error: unknown): string {
    if (!(error instanceof ApiError)) return t('errors.internal')
    if (error.code === 'trial_expired' && error.lapsed) return t('errors.plan_lapsed')
    const { code, message } = error
    // What is refused only behind the sign-in, or only to the staff, comes with the other words of those pages.
    const key = [`errors.${code}`, `dashboardErrors.${code}`, `staffErrors.${code}`].find((one) => i18n.exists(one))
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

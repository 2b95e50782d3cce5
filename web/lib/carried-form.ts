/**
 * What was typed into a form comes along when the language is switched, which loads the page anew (R230): it is written down just before, and
 * the form that comes takes it out again. Passwords and files are never written down.
 */
import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { LANGUAGE_SWITCH } from './i18n.ts'
import { unlessForbidden } from './storage.ts'

const NEVER = /password/i

type Typed<Fields extends FieldValues> = [Path<Fields>, PathValue<Fields, Path<Fields>>][]

/** `name`: under which it is written down in this tab. */
export function useCarriedForm<Fields extends FieldValues, Output>(
  name: string,
  { getValues, setValue, formState: { defaultValues } }: UseFormReturn<Fields, unknown, Output>,
): void {
  useEffect(() => {
    const carried = unlessForbidden(() => {
      const kept = sessionStorage.getItem(name)
      sessionStorage.removeItem(name)
      return kept
    })
    for (const [field, value] of JSON.parse(carried ?? '[]') as Typed<Fields>) setValue(field, value, { shouldDirty: true })

    function carry(): void {
      const typed = Object.entries(getValues()).filter(([field, value]) => typeof value === 'string' && value !== defaultValues?.[field] && !NEVER.test(field))
      if (typed.length > 0) unlessForbidden(() => sessionStorage.setItem(name, JSON.stringify(typed)))
    }
    addEventListener(LANGUAGE_SWITCH, carry)
    return () => removeEventListener(LANGUAGE_SWITCH, carry)
  }, [name, getValues, setValue, defaultValues])
}

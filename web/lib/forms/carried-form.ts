/**
 * Carries typed text over the reload of a language switch (R230) in session storage, never passwords or files. A long
 * form survives every reload in its tab, because phones unload a page behind their camera or mail app.
 */
import { useEffect, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { LANGUAGE_SWITCH } from '#web/lib/words/i18n.ts'
import { unlessForbidden } from '#web/lib/device/storage.ts'

const NEVER = /password/i

type Typed<Fields extends FieldValues> = [Path<Fields>, PathValue<Fields, Path<Fields>>][]

export interface Carrying {
  /** Not for a form that several people fill in on one device. */
  outlives?: boolean
}

/** `name`: the session storage entry. Returns the function to call once the form has been sent. */
export function useCarriedForm<Fields extends FieldValues, Output>(
  name: string,
  { getValues, setValue, formState: { defaultValues } }: UseFormReturn<Fields, unknown, Output>,
  { outlives = false }: Carrying = {},
): () => void {
  const isSent = useRef(false)

  useEffect(() => {
    // The entry may be another product's at the same origin.
    unlessForbidden(() => {
      const kept = sessionStorage.getItem(name)
      sessionStorage.removeItem(name)
      for (const [field, value] of JSON.parse(kept ?? '[]') as Typed<Fields>)
        setValue(field, value, { shouldDirty: true })
    })

    function carry(): void {
      const typed = Object.entries(getValues()).filter(
        ([field, value]) => typeof value === 'string' && value !== defaultValues?.[field] && !NEVER.test(field),
      )
      unlessForbidden(() =>
        typed.length > 0 && !isSent.current
          ? sessionStorage.setItem(name, JSON.stringify(typed))
          : sessionStorage.removeItem(name),
      )
    }
    addEventListener(LANGUAGE_SWITCH, carry)
    if (outlives) {
      addEventListener('pagehide', carry)
      // Often the last event before a phone unloads a background page.
      document.addEventListener('visibilitychange', carry)
    }
    return () => {
      removeEventListener(LANGUAGE_SWITCH, carry)
      removeEventListener('pagehide', carry)
      document.removeEventListener('visibilitychange', carry)
      if (outlives) carry()
    }
  }, [name, getValues, setValue, defaultValues, outlives])

  return () => {
    isSent.current = true
  }
}

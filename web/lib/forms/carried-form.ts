/**
 * What was typed into a form comes along when the language is switched, which loads the page anew (R230): it is written down just before, and
 * the form that comes takes it out again. Passwords and files are never written down. A long form may outlive every end of its page in this tab: a
 * phone ends a page that waits behind its camera or mail, and loads it anew.
 */
import { useEffect, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { LANGUAGE_SWITCH } from '#web/lib/words/i18n.ts'
import { unlessForbidden } from '#web/lib/device/storage.ts'

const NEVER = /password/i

type Typed<Fields extends FieldValues> = [Path<Fields>, PathValue<Fields, Path<Fields>>][]

export interface Carrying {
  /** Also over a reload, and to another page and back. Not for a form that several people fill in one after another on one device. */
  outlives?: boolean
}

/** `name`: under which it is written down in this tab. Returns what is to be called once the form has been sent. */
export function useCarriedForm<Fields extends FieldValues, Output>(
  name: string,
  { getValues, setValue, formState: { defaultValues } }: UseFormReturn<Fields, unknown, Output>,
  { outlives = false }: Carrying = {},
): () => void {
  const isSent = useRef(false)

  useEffect(() => {
    // What something else has written under this name, another product that is tried out at the same address, say, breaks no form either.
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
      // The last thing that a phone says before it ends a page in the background.
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

import { useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'

const ASKED_HERE = 'asked'

/**
 * A list's search, kept in the page's address, so that links and Back repeat it. One such list per page; `names` must
 * not change.
 */
export function useAsked<Name extends string>(
  names: readonly Name[],
): { asked: Readonly<Record<Name, string>>; ask: (part: Partial<Record<Name, string>>) => void } {
  const [params, setParams] = useSearchParams()
  const { key, state } = useLocation()
  const isFromHere = useNavigationType() === 'REPLACE' && state === ASKED_HERE
  const inAddress = (): Record<Name, string> =>
    Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>
  // Local state leads and the address follows, because the router updates late and the field would lose typed text.
  const [asked, setAsked] = useState(inAddress)
  const [shownAt, setShownAt] = useState(key)
  if (key !== shownAt) {
    setShownAt(key)
    if (!isFromHere) setAsked(inAddress())
  }

  function ask(part: Partial<Record<Name, string>>): void {
    const next = { ...asked, ...part }
    setAsked(next)
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        for (const name of names) {
          changed.delete(name)
          if (next[name].trim() !== '') changed.set(name, next[name])
        }
        return changed
      },
      { replace: true, preventScrollReset: true, state: ASKED_HERE },
    )
  }
  return { asked, ask }
}

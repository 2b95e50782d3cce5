import { useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'

/** Marks an address that was written here. */
const ASKED_HERE = 'asked'

/**
 * What a list is asked, as it stands in the page's address under these names, empty where nothing does: so a link and the browser's Back ask the same
 * again. One such list on a page; the names are the same at every render.
 */
export function useAsked<Name extends string>(
  names: readonly Name[],
): { asked: Readonly<Record<Name, string>>; ask: (part: Partial<Record<Name, string>>) => void } {
  const [params, setParams] = useSearchParams()
  const { key, state } = useLocation()
  const isFromHere = useNavigationType() === 'REPLACE' && state === ASKED_HERE
  const inAddress = (): Record<Name, string> =>
    Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>
  // The address follows what is asked, not the other way round: the router moves in its own time, and the box would lose what is typed meanwhile.
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

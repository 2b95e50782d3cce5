import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Input } from './input.tsx'

const LONGEST = 100
/** Between two letters of somebody who types: what is still being typed is no question, and to look through everybody takes a while. */
const SETTLED_MS = 250

/** Searches as soon as nobody types on, and at once where the box is emptied; the label is what it looks in. */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}): ReactNode {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const [asked, setAsked] = useState<string>()
  if (value !== given) {
    setGiven(value)
    setAsked(undefined)
    // Back, or a link: the box follows. What it has asked for itself comes back to it, and may come late: somebody types on.
    if (value !== asked) setTyped(value)
  }
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (typed === value) return
    const ask = (): void => {
      setAsked(typed)
      latest.current(typed)
    }
    const timer = setTimeout(ask, typed === '' ? 0 : SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed, value])

  return (
    <label className="relative block w-full">
      <span className="sr-only">{label}</span>
      <Search aria-hidden className="absolute left-3 top-3.5 size-5 text-ink-soft" />
      <Input
        type="search"
        value={typed}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        className="pl-10 text-ellipsis"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  )
}

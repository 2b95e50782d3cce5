import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Input } from './input.tsx'

const LONGEST = 100
/** Longer (ms) than between two typed letters: unfinished text is no search, and searching everything is slow. */
const SETTLED_MS = 250

/** Searches when typing pauses, or at once when emptied. */
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
    // Follows Back and links, but not its own search, which may return late while the person types on.
    if (value !== asked) setTyped(value)
  }
  const ask = useEffectEvent((text: string) => {
    setAsked(text)
    onChange(text)
  })
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => ask(typed), typed === '' ? 0 : SETTLED_MS)
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

import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Input } from './input.tsx'

const LONGEST = 100

/** Searches as one types; the label is what it looks in. */
export function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }): ReactNode {
  return (
    <label className="relative block w-full">
      <span className="sr-only">{label}</span>
      <Search aria-hidden className="absolute left-3 top-3.5 size-5 text-ink-soft" />
      <Input
        type="search"
        value={value}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        className="pl-10 text-ellipsis"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}

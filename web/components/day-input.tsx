import { useState, type ReactNode } from 'react'
import { Input, type InputProps } from './input.tsx'

/** The server knows no day before (contracts/moments.ts). */
const FIRST_DAY = '2000-01-01'

export type DayInputProps = Omit<InputProps, 'type' | 'value' | 'onChange'> & { day: string; onDay: (day: string) => void }

/** A calendar day, or none. A year that is being typed passes through the centuries: those are nobody's day, and are kept in the field alone. */
export function DayInput({ day, onDay, ...input }: DayInputProps): ReactNode {
  const [typed, setTyped] = useState(day)
  const [given, setGiven] = useState(day)
  if (day !== given) {
    setGiven(day)
    setTyped(day)
  }

  function type(value: string): void {
    setTyped(value)
    if (value !== '' && value < FIRST_DAY) return
    setGiven(value)
    onDay(value)
  }
  return <Input {...input} type="date" value={typed} onChange={(event) => type(event.target.value)} />
}

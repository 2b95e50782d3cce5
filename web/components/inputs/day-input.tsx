import { useState, type ReactNode } from 'react'
import { Input, type InputProps } from './input.tsx'

/** The server knows no day before (contracts/units/moments.ts). */
const FIRST_DAY = '2000-01-01'

export type DayInputProps = Omit<InputProps, 'type' | 'value' | 'onChange'> & {
  day: string
  onDay: (day: string) => void
}

/** A calendar day, or none. A year that is being typed passes through the centuries: those are nobody's day, and are kept in the field alone. */
export function DayInput({ day, onDay, ...input }: DayInputProps): ReactNode {
  /** What stands in the field until it is a day, and in the place of which one. */
  const [early, setEarly] = useState<{ text: string; of: string }>()

  function type(text: string): void {
    const isEarly = text !== '' && text < FIRST_DAY
    setEarly(isEarly ? { text, of: day } : undefined)
    if (!isEarly) onDay(text)
  }
  return (
    <Input
      {...input}
      type="date"
      value={early?.of === day ? early.text : day}
      onChange={(event) => type(event.target.value)}
    />
  )
}

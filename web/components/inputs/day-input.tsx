import { useState, type ReactNode } from 'react'
import { Input, type InputProps } from './input.tsx'

/** The server's earliest day (contracts/units/moments.ts). */
const FIRST_DAY = '2000-01-01'

export type DayInputProps = Omit<InputProps, 'type' | 'value' | 'onChange'> & {
  day: string
  onDay: (day: string) => void
}

/** A half-typed year is an early century's day, so it stays in the field only. */
export function DayInput({ day, onDay, ...input }: DayInputProps): ReactNode {
  /** A day too early to report, and the day it replaces. */
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

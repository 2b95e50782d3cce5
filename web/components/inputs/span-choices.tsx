import type { ReactNode } from 'react'
import type { Span } from '#web/lib/calls/figures.ts'
import { Button } from './button.tsx'

interface SpanChoicesProps {
  label: string
  /** An empty day means no bound. */
  choices: readonly { name: string; span: Span }[]
  /** The present span, which may be none of the choices. */
  span: Span
  onChoose: (span: Span) => void
}

export function SpanChoices({ label, choices, span, onChoose }: SpanChoicesProps): ReactNode {
  const chosen = choices.findIndex((choice) => choice.span.from === span.from && choice.span.to === span.to)
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((choice, index) => (
        <Button
          key={choice.name}
          look={index === chosen ? 'primary' : 'secondary'}
          aria-pressed={index === chosen}
          onClick={() => onChoose(choice.span)}
        >
          {choice.name}
        </Button>
      ))}
    </div>
  )
}

import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useReducer, useState, type ReactNode } from 'react'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Errors found in one commit, in page order. */
let found: { label: string; tell: (labels: readonly string[] | undefined) => void }[] = []

/** Repeats an error, by field id. */
const standing = new Map<string, () => void>()

// One listener for all fields, because React may render between listeners; capturing, to run before the form validates.
const refuse = ({ target }: Event): void => {
  for (const [id, again] of standing) if ((target as Element).contains(document.getElementById(id))) again()
}
document.addEventListener('submit', refuse, true)

export interface FieldErrorProps {
  id: string
  label: string
  children: string
}

/**
 * Read out as soon as it appears. Several errors at once are announced in one sentence that names the fields, because
 * simultaneous alerts drown each other; it disappears with the first corrected field. Submitting again repeats the
 * announcement, even if the focus stays in the field.
 */
export function FieldError({ id, label, children }: FieldErrorProps): ReactNode {
  const { forFields } = useErrorWords()
  // All labels for the first field, none for the others, undefined for a single error.
  const [labels, setLabels] = useState<readonly string[]>()
  const [refusals, refuseAgain] = useReducer((count: number) => count + 1, 0)

  useLayoutEffect(() => {
    const together = found
    if (together.push({ label, tell: setLabels }) === 1) queueMicrotask(() => (found = []))
    const all = together.map((one) => one.label)
    for (const [index, { tell }] of together.entries()) tell(all.length === 1 ? undefined : index === 0 ? all : [])
    return () => together[0]?.tell([])
  }, [label, children, refusals])

  useLayoutEffect(() => {
    standing.set(id, refuseAgain)
    return () => void standing.delete(id)
  }, [id])

  return (
    <>
      {labels !== undefined && labels.length > 0 && (
        <p key={refusals} role="alert" className="sr-only">
          {forFields(labels)}
        </p>
      )}
      <p
        key={`${refusals}${children}`}
        id={id}
        role={labels ? undefined : 'alert'}
        className="flex items-start gap-1.5 text-small font-medium text-alarm-text"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{children}</span>
      </p>
    </>
  )
}

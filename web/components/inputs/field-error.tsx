import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useReducer, useState, type ReactNode } from 'react'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** What is found wrong in one commit, in the order of the page. */
let found: { label: string; tell: (labels: readonly string[] | undefined) => void }[] = []

/** What says once more what is wrong with the field that the id is of. */
const standing = new Map<string, () => void>()

// One for all fields, as a browser lets React draw between the listeners of one and the next; and before the form itself looks at its fields.
const refuse = ({ target }: Event): void => {
  for (const [id, again] of standing) if ((target as Element).contains(document.getElementById(id))) again()
}
document.addEventListener('submit', refuse, true)

export interface FieldErrorProps {
  id: string
  /** What the field is called. */
  label: string
  children: string
}

/**
 * What is wrong with a field, read out as soon as it appears. Where several fields are found wrong at once, one sentence says which, and what is wrong
 * is read at each field, which is described by it: alarms that come together drown each other. That sentence goes with the first field that is mended,
 * as it would be untrue from then on. A form that is sent off with what is wrong still is refused aloud each time, also where the focus stays in the field.
 */
export function FieldError({ id, label, children }: FieldErrorProps): ReactNode {
  const { forFields } = useErrorWords()
  // All of them for the first field, none for the others, undefined for one that is alone.
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

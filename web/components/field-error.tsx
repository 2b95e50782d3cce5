import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { useErrorWords } from '#web/lib/use-words.ts'

/** What is found wrong in one commit, in the order of the page. */
let found: { label: string; tell: (labels: readonly string[] | undefined) => void }[] = []

export interface FieldErrorProps {
  id: string
  /** What the field is called. */
  label: string
  children: string
}

/**
 * What is wrong with a field, read out as soon as it appears. Where several fields are found wrong at once, one sentence says which, and what is wrong
 * is read at each field, which is described by it: alarms that come together drown each other.
 */
export function FieldError({ id, label, children }: FieldErrorProps): ReactNode {
  const { forFields } = useErrorWords()
  // All of them for the first field, none for the others, undefined for one that is alone.
  const [labels, setLabels] = useState<readonly string[]>()

  useLayoutEffect(() => {
    if (found.push({ label, tell: setLabels }) === 1) queueMicrotask(() => (found = []))
    const all = found.map((one) => one.label)
    for (const [index, { tell }] of found.entries()) tell(all.length === 1 ? undefined : index === 0 ? all : [])
  }, [label, children])

  return (
    <>
      {labels !== undefined && labels.length > 0 && (
        <p role="alert" className="sr-only">
          {forFields(labels)}
        </p>
      )}
      <p key={children} id={id} role={labels ? undefined : 'alert'} className="flex items-start gap-1.5 text-small font-medium text-alarm-text">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {children}
      </p>
    </>
  )
}

import { useEffect, useState } from 'react'

export interface Asked<Answer> {
  answer: Answer | undefined
  error: unknown
  again: () => void
}

/**
 * Asks once per subject, and again on demand; drops replies about an earlier subject. `ask` must be a stable
 * reference.
 */
export function useAnswer<Subject, Answer>(
  subject: Subject,
  ask: (subject: Subject) => Promise<Answer>,
): Asked<Answer> {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ subject: Subject; attempt: number; answer?: Answer; error?: unknown }>()
  useEffect(() => {
    let current = true
    ask(subject).then(
      (answer) => current && setState({ subject, attempt, answer }),
      (error: unknown) => current && setState({ subject, attempt, error }),
    )
    return () => {
      current = false
    }
  }, [subject, ask, attempt])
  const shown = state?.subject === subject && state.attempt === attempt ? state : undefined
  return { answer: shown?.answer, error: shown?.error, again: () => setAttempt((count) => count + 1) }
}

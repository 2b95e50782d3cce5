import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import type { ApiError } from '#web/lib/api/api-error.ts'
import { fetchCode } from '#web/lib/api/fetch-code.ts'
import type { LaterWords } from '#web/lib/words/i18n.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'

/**
 * Loads a page part's code and words when first shown. A failure shows a retry in its place only, so that typed text
 * around it stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  groups: readonly LaterWords[],
  loading: ReactNode = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState(() => known)
    const [error, setError] = useState<ApiError>()
    const [attempt, setAttempt] = useState(0)

    useEffect(() => {
      if (known) return
      setError(undefined)
      fetchCode(() => withWords(load, groups)).then((fetched) => {
        known = fetched.default
        setPart(() => known)
      }, setError)
    }, [attempt])

    return (
      <ReadingState reading={{ value: Part, error, retry: async () => setAttempt(attempt + 1) }} loading={loading}>
        {(Fetched) => <Fetched {...props} />}
      </ReadingState>
    )
  }
}

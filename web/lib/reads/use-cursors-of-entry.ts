import { useLocation, useNavigate } from 'react-router-dom'
import { isRecord } from '#web/lib/api/reply.ts'
import { cursorsBy, type Cursors } from './use-cursors.ts'

/**
 * As `useCursors`, for a list whose lines link to other pages: keeps the cursors in the history entry, so that Back or
 * a reload returns to the same page of the list. One such list per page.
 */
export function useCursorsOfEntry(question = ''): Cursors {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const set = (cursors: readonly string[]): void =>
    void navigate(
      { pathname, search, hash },
      { replace: true, preventScrollReset: true, state: { list: { question, cursors } } },
    )
  return cursorsBy(cursorsIn(state, question), set)
}

function cursorsIn(state: unknown, question: string): readonly string[] {
  const list = isRecord(state) ? state['list'] : undefined
  if (!isRecord(list) || list['question'] !== question || !Array.isArray(list['cursors'])) return []
  return list['cursors'].filter((cursor) => typeof cursor === 'string')
}

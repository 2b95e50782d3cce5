import { useLocation, useNavigate } from 'react-router-dom'
import { isRecord } from '#web/lib/api/reply.ts'
import { cursorsBy, type Cursors } from './use-cursors.ts'

/**
 * As `useCursors`, for a list whose lines lead to pages of their own: the way is kept with the browser's entry of this page, so that whoever comes
 * back from a line, or loads the page anew, is where the line stands. One such list on a page.
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

/** An entry may also hold nothing, or what another page has left there. */
function cursorsIn(state: unknown, question: string): readonly string[] {
  const list = isRecord(state) ? state['list'] : undefined
  if (!isRecord(list) || list['question'] !== question || !Array.isArray(list['cursors'])) return []
  return list['cursors'].filter((cursor) => typeof cursor === 'string')
}

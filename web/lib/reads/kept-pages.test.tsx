import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAuditVisits } from '#web/lib/calls/staff/audit.ts'
import { useMovements } from '#web/lib/calls/figures.ts'
import { useHeads } from '#web/lib/calls/proofs.ts'
import { dropReadCache } from './read-cache.ts'
import { ReadProvider } from './read-provider.tsx'
import type { Reading } from './read.ts'

afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

interface Asked {
  about: number
  before: string | undefined
}
const READINGS: [string, object, (about: number, before: string | undefined) => Reading<unknown>, boolean][] = [
  ['the heads', { heads: [], keys: {}, next: 9 }, (_about, before) => useHeads(before), true],
  [
    'the visits that an auditor reads',
    { visits: [], next: '9' },
    (about, before) => useAuditVisits(String(about), before),
    false,
  ],
  [
    'the events behind a number',
    { movements: [], next: '9' },
    (about, before) => useMovements(7, { types: [], buyer: String(about) }, before),
    false,
  ],
  [
    'the events of a business',
    { movements: [], next: '9' },
    (about, before) => useMovements(about, { types: [] }, before),
    false,
  ],
]

it.each(READINGS)(
  'a page of %s stays until the next one arrives, but not across subjects',
  async (_name, page, useReading, staysAnyway) => {
    const start: Asked = { about: 7, before: undefined }
    let isThere = true
    vi.stubGlobal('fetch', () => (isThere ? Promise.resolve(Response.json(page)) : new Promise(() => undefined)))
    const { result, rerender } = renderHook(({ about, before }: Asked) => useReading(about, before), {
      initialProps: start,
      wrapper: ({ children }: { children: ReactNode }) => <ReadProvider userId={1}>{children}</ReadProvider>,
    })
    await waitFor(() => expect(result.current.value).toEqual(page))
    isThere = false
    rerender({ about: 7, before: '9' })
    expect([result.current.value, result.current.old]).toEqual([page, true])
    rerender({ about: 8, before: '9' })
    expect(result.current.value).toEqual(staysAnyway ? page : undefined)
  },
)

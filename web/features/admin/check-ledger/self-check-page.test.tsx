import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { SelfCheck } from '#contracts/calls/staff/self-check.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { SelfCheckPage } from './self-check-page.tsx'

beforeAll(() => startAllWords('en'))
afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const AT = '2026-11-20T10:00:00.000Z'
const NONE: SelfCheck = { lastAt: null, isLate: false, openAccounts: 0, open: [], past: [], runs: [] }
const AGREES = 'Every checked account agrees with the ledger'
const LATE = 'The last check ended: Nov 20, 2026, 14:00'

it.each([
  ['nothing was checked yet', NONE, [false, false]],
  ['a check has ended a moment ago', { ...NONE, lastAt: AT }, [true, false]],
  ['none has ended for long', { ...NONE, lastAt: AT, isLate: true }, [false, true]],
  ['accounts differ', { ...NONE, lastAt: AT, openAccounts: 1_234 }, [false, false]],
] as const)(
  'the ledger counts as consistent only after a recent check: %s (H30)',
  async (_when, check, [agrees, late]) => {
    vi.stubGlobal('fetch', async () => Response.json(check))
    render(
      <MemoryRouter>
        <ReadProvider userId={1}>
          <SelfCheckPage />
        </ReadProvider>
      </MemoryRouter>,
    )
    await screen.findByRole('button', { name: 'Check now' })
    const said = document.body.textContent.replaceAll('\u00a0', ' ')
    expect([said.includes(AGREES), said.includes(LATE)]).toEqual([agrees, late])
    expect(said.includes('1,234 accounts differ from the ledger')).toBe(check.openAccounts > 0)
  },
)

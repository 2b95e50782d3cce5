import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { SystemOverview } from './system-overview.tsx'

afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

const OVERVIEW: Overview = {
  approvals: { waiting: 0, oldestSince: null, unverified: 0 },
  businesses: { pending: 0, active: 1, suspended: 0, trial_expired: 0, rejected: 0, closed: 0 },
  users: { buyer: 0, business: 1, admin: 1, auditor: 0, manager: 0 },
  openInvoices: 0,
  sellerIsSet: true,
  deadMails: 0,
  visitsRunning: 0,
  administrators: 1,
  projections: { caughtUp: true, stopped: false, lagEvents: 0 },
  selfCheck: { lastAt: null, differences: 0 },
  eventOutbox: { waiting: 0, lateStreams: [] },
}
/** Other calls never resolve. */
const show = (overview: Overview) => {
  vi.stubGlobal('fetch', async (url: unknown) =>
    String(url).includes('/overview') ? Response.json(overview) : new Promise(() => {}),
  )
  render(
    <MemoryRouter>
      <ReadProvider userId={95}>
        <SystemOverview />
      </ReadProvider>
    </MemoryRouter>,
  )
}

it.each([
  ['am', 'Բացել կարգավորումները', 'Ովքեր են օգտվում Հատիկից'],
  ['en', 'To settings', 'Who uses Hatik'],
] as const)(
  'a missing invoice issuer is reported with a link to its settings (%s; H36)',
  async (language, words, counts) => {
    await startAllWords(language)
    show({ ...OVERVIEW, sellerIsSet: false })
    expect((await screen.findByRole('link', { name: words })).getAttribute('href')).toBe('/admin/dashboard/settings')
    expect(screen.getByRole('alert')).toBeTruthy()
    cleanup()
    dropReadCache()
    show(OVERVIEW)
    await screen.findByText(counts)
    expect(screen.queryByRole('link', { name: words })).toBeNull()
  },
)

it.each([
  ['am', ['Գնորդներ', 'Ադմինիստրատորներ', 'Աուդիտորներ']],
  ['en', ['Buyers', 'Administrators', 'Auditors']],
] as const)('counts of people use the plural (%s; H30)', async (language, roles) => {
  await startAllWords(language)
  show({ ...OVERVIEW, users: { buyer: 45, business: 1, admin: 2, auditor: 0, manager: 0 } })
  const counted = (await screen.findAllByRole('term')).slice(-roles.length)
  expect(counted.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    [roles[0], '45'],
    [roles[1], '2'],
    [roles[2], '0'],
  ])
})

it.each([
  ['am', 'Բիզնեսներ՝ գործող'],
  ['en', 'Businesses: active'],
] as const)("a business's status within a line starts in lower case (%s)", async (language, line) => {
  await startAllWords(language)
  show(OVERVIEW)
  expect(await screen.findByText(line)).toBeTruthy()
})

const NOW = Date.now()
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
it.each([
  ['am', null, 'Պլանային պահուստային պատճեն դեռ չի արվել'],
  ['en', null, 'No scheduled backup has been taken yet'],
  ['am', { ok: true, endedAt: ago(3), lastAt: ago(3) }, /^Վերջին պահուստային պատճենը՝ /],
  ['en', { ok: true, endedAt: ago(3), lastAt: ago(3) }, /^Last backup: /],
  ['en', { ok: true, endedAt: ago(27), lastAt: ago(27) }, /^No backup for more than a day/],
  ['am', { ok: false, endedAt: ago(3), lastAt: ago(26) }, /^Պահուստային պատճենումը չի հաջողվել .*Վերջին հաջողվածը՝ /],
  ['en', { ok: false, endedAt: ago(3), lastAt: null }, /there is none before it$/],
] as const)('says how the latest backup ended (%s, %o)', async (language, backup, words) => {
  await startAllWords(language)
  show({ ...OVERVIEW, backup })
  expect(await screen.findByText(words)).toBeTruthy()
})

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminBusinessRow } from '#contracts/calls/staff/admin.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { BusinessList } from './business-list.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const CAFE: AdminBusinessRow = {
  id: 7,
  businessName: 'Café',
  slug: 'cafe',
  status: 'active',
  plan: 'starter',
  billingCycle: 'monthly',
  trialEndDate: null,
  subscriptionEndDate: null,
  industry: 'Restaurant',
  createdAt: '2026-01-05T05:05:00.000Z',
  owner: {
    firstName: 'Ani',
    lastName: 'K',
    email: 'ani@hatik.test',
    phone: null,
    legalStatus: 'llc',
    taxId: null,
    emailVerified: true,
    hasIdDocument: false,
  },
  lastActivity: '2026-11-28',
  marks: ['overdue'],
}

const asked: string[] = []
function Address(): ReactNode {
  return <output data-testid="address">{useLocation().search}</output>
}
async function open(language: 'am' | 'en', at = '/'): Promise<void> {
  asked.length = 0
  await startAllWords(language)
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://hatik').search)
    return Response.json({ businesses: [CAFE, { ...CAFE, id: 8, lastActivity: null, marks: [] }], next: null })
  })
  render(
    <MemoryRouter initialEntries={[at]}>
      <ReadProvider userId={1}>
        <BusinessList help={() => null} />
        <Address />
      </ReadProvider>
    </MemoryRouter>,
  )
  await screen.findAllByRole('row')
}

it.each([
  ['am', ['28 նոյեմբերի 2026', 'Վճարման հաշիվը ժամկետանց է', 'Դեռ չկա']],
  ['en', ['Nov 28, 2026', 'Invoice overdue', 'None yet']],
] as const)(
  'a business shows its last activity and its marks in words (%s; H30)',
  async (language, [day, mark, never]) => {
    await open(language)
    const [, first, second] = screen.getAllByRole('row')
    for (const words of [day, mark]) expect(first?.textContent.replaceAll('\u00a0', ' ')).toContain(words)
    expect(second?.textContent).toContain(never)
    expect(second?.textContent).not.toContain(mark)
  },
)

it('a heading sorts and turns the order, which the address keeps', async () => {
  await open('en')
  const heading = (name: string) => screen.getByRole('columnheader', { name })
  const press = (name: string) => act(async () => within(heading(name)).getByRole('button').click())
  await press('Last activity')
  await expect.poll(() => asked.at(-1)).toBe('?sort=activity&direction=desc&limit=20')
  expect(screen.getByTestId('address').textContent).toBe('?sort=-activity')
  expect(heading('Last activity').getAttribute('aria-sort')).toBe('descending')
  await press('Last activity')
  await expect.poll(() => asked.at(-1)).toBe('?sort=activity&direction=asc&limit=20')
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort' }), { target: { value: 'name' } })
  await expect.poll(() => asked.at(-1)).toBe('?sort=name&direction=asc&limit=20')
})

it('a copied link repeats filters and order, without what is unknown', async () => {
  await open('en', '/?sort=-name&status=active&plan=gold')
  expect(asked).toEqual(['?status=active&sort=name&direction=desc&limit=20'])
})

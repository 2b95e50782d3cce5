import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { BuyerPoints } from '#contracts/calls/buyer.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { PointsByBusiness } from './points-by-business.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const at = (id: number, closed: boolean, takesPart = !closed): BuyerPoints => ({
  id: `${id}.7`,
  points: `${id}.0`,
  business: {
    id,
    slug: `b-${id}`,
    logoUrl: null,
    businessName: closed ? 'Closed business' : `B${id}`,
    closed,
    takesPart,
    firstName: '',
    lastName: '',
  },
})

async function rowsOf(userId: number, points: BuyerPoints[]): Promise<HTMLElement[]> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(points)))
  render(
    <MemoryRouter>
      <ReadProvider userId={userId}>
        <PointsByBusiness buyerUserId={7} />
      </ReadProvider>
    </MemoryRouter>,
  )
  return screen.findAllByRole('listitem')
}

it.each([
  ['am', 'Փակված բիզնես'],
  ['en', 'Closed business'],
] as const)(
  "closed businesses are called closed in the reader's language, each with its points and statement but no page (%s; H25, R58, R68)",
  async (language, closed) => {
    await startAllWords(language)
    const rows = await rowsOf(language === 'am' ? 71 : 72, [at(1, true), at(2, true), at(3, false)])
    expect(rows.map((row) => within(row).queryByText(closed) !== null)).toEqual([true, true, false])
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('link')
          .map((link) => link.getAttribute('href')),
      ),
    ).toEqual([['/statement/1'], ['/statement/2'], ['/business/b-3', '/statement/3']])
    expect(within(rows[0]!).getByRole('link').getAttribute('aria-label')).toContain(closed)
    if (language === 'am') expect(document.body.textContent).not.toContain('Closed business')
  },
)

it.each([
  [
    'am',
    'ժամանակավորապես չի մասնակցում, ուստի դրա պարգևներն այժմ հասանելի չեն։ Ձեր միավորները պահպանվում են։',
    'այլևս Հատիկում չէ, ուստի դրա պարգևները հասանելի չեն։ Միավորները մնում են Ձեր հաշվում։',
  ],
  [
    'en',
    'temporarily not taking part, so its perks are not available at the moment. Your points are safe.',
    'no longer on Hatik, so its perks are not available. Your points stay in your account.',
  ],
] as const)(
  "tells a buyer why a business's perks are unavailable, and that the points stay (%s; H25, H28)",
  async (language, paused, gone) => {
    await startAllWords(language)
    const rows = await rowsOf(language === 'am' ? 73 : 74, [at(1, false, false), at(2, true), at(3, false)])
    expect(rows.map(({ textContent }) => [paused, gone].filter((words) => textContent.includes(words)))).toEqual([
      [paused],
      [gone],
      [],
    ])
  },
)

import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { BuyerPoints } from '#contracts/buyer.ts'
import { startWords } from '#web/lib/i18n.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { PointsByBusiness } from './points-by-business.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const at = (id: number, closed: boolean): BuyerPoints => ({
  id: `${id}.7`, points: `${id}.0`, business: { id, slug: `b-${id}`, logoUrl: null, businessName: closed ? 'Closed business' : `B${id}`, closed, firstName: '', lastName: '' },
})

it.each([['am', 'Փակված բիզնես'], ['en', 'Closed business']] as const)(
  'closed businesses are called closed in the reader’s language, each with its own points and statement and without a page (%s; H25, R58, R68)',
  async (language, closed) => {
    await startWords(language)
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify([at(1, true), at(2, true), at(3, false)]), { headers: { 'content-type': 'application/json' } })))
    render(
      <MemoryRouter>
        <ReadProvider userId={language === 'am' ? 71 : 72}>
          <PointsByBusiness buyerUserId={7} />
        </ReadProvider>
      </MemoryRouter>,
    )
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => within(row).queryByText(closed) !== null)).toEqual([true, true, false])
    expect(rows.map((row) => within(row).getAllByRole('link').map((link) => link.getAttribute('href')))).toEqual([
      ['/statement/1'],
      ['/statement/2'],
      ['/business/b-3', '/statement/3'],
    ])
    expect(within(rows[0]!).getByRole('link').getAttribute('aria-label')).toContain(closed)
    if (language === 'am') expect(document.body.textContent).not.toContain('Closed business')
  },
)

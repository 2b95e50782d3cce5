import { act, cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { setUser } from '#web/lib/session/session.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { ROUTES } from '../route-table.ts'
import BusinessNav from './business-nav.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

function show(at: string): HTMLElement {
  render(
    <MemoryRouter initialEntries={[at]}>
      <BusinessNav />
    </MemoryRouter>,
  )
  return screen.getByRole('navigation', { name: 'Business pages' })
}
const press = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())

it('links only to pages that the route table has', () => {
  const paths = ROUTES.map(({ path }) => path)
  const links = within(show('/dashboard')).getAllByRole('link')
  expect(links.length).toBeGreaterThanOrEqual(5)
  expect(links.map((link) => link.getAttribute('href')).filter((to) => !paths.includes(to ?? ''))).toEqual([])
})

it('leads a manager only to pages whose calls the rights table allows', () => {
  act(() =>
    setUser({
      id: 7,
      buyerId: null,
      firstName: 'Nare',
      lastName: '',
      email: 'nare@hatik.test',
      phone: null,
      role: 'manager',
      language: 'en',
      manager: { staffId: '00000000-0000-5000-8000-000000000000', businessId: 1, businessName: 'Café' },
    }),
  )
  const links = within(show('/dashboard')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard',
    '/counter',
    '/buyers',
    '/perks',
    '/reports',
    '/figures',
  ])
  act(() => setUser(null))
})

it('marks the page of a buyer as one of the buyers', () => {
  const links = within(show('/buyers/AB1234')).getAllByRole('link')
  expect(links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.textContent)).toEqual(['Buyers'])
})

it('opens the pages that have no tab, and Escape closes them and returns the focus', async () => {
  show('/dashboard')
  expect(screen.getAllByRole('link', { name: 'Settings' })).toHaveLength(1)
  await press('More')
  const more = screen.getByRole('button', { name: 'More', expanded: true })
  expect(screen.getAllByRole('link', { name: 'Settings' })).toHaveLength(2)
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(screen.getAllByRole('link', { name: 'Settings' })).toHaveLength(1)
  expect(document.activeElement).toBe(more)
})

it('closes them once one is opened', async () => {
  show('/dashboard')
  await press('More')
  await act(async () => screen.getAllByRole('link', { name: 'Settings' })[0]!.click())
  expect(screen.getByRole('button', { name: 'More', expanded: false })).toBeDefined()
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Link, MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { DirectoryEntry } from '#contracts/calls/directory.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { Directory } from './directory.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const business = (id: number, businessName: string, industry: string): DirectoryEntry => ({
  id,
  slug: `b-${id}`,
  businessName,
  logoUrl: null,
  industry,
  description: '',
  website: null,
  isPrime: false,
  primeRank: null,
  averageRating: 0,
  totalReviews: 0,
})
const ALL = [business(1, 'Arev', 'restaurant'), business(2, 'Bazar', 'retail')]

function Links(): ReactNode {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <>
      <Link to="/businesses">Businesses</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <p data-testid="address">{search}</p>
    </>
  )
}

async function openAt(address: string, all: readonly DirectoryEntry[] = ALL) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(all))))
  render(
    <MemoryRouter initialEntries={[address]}>
      <Links />
      <ReadProvider userId={0}>
        <Directory />
      </ReadProvider>
    </MemoryRouter>,
  )
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  return {
    box,
    type: (text: string) => act(async () => void fireEvent.change(box, { target: { value: text } })),
    press: (name: string, role: 'link' | 'button' = 'button') =>
      act(async () => void fireEvent.click(screen.getByRole(role, { name }))),
    shown: () => screen.queryAllByRole('article').map((card) => card.querySelector('h3')?.textContent),
    chips: () => screen.queryAllByRole('button', { name: /^Remove/ }).length,
    address: () => screen.getByTestId('address').textContent,
  }
}

it('a link to all businesses clears the chosen filters, and going back restores them (R108-R110)', async () => {
  const directory = await openAt('/businesses?industry=restaurant')
  await directory.type('are')
  expect(directory.address()).toBe('?search=are&industry=restaurant')
  expect([directory.shown(), directory.chips()]).toEqual([['Arev'], 2])
  await directory.press('Businesses', 'link')
  expect(directory.address()).toBe('')
  expect([directory.box.value, directory.shown(), directory.chips()]).toEqual(['', ['Arev', 'Bazar'], 0])
  await directory.press('Back')
  expect([directory.box.value, directory.shown(), directory.chips()]).toEqual(['are', ['Arev'], 2])
})

it('typed text stays as typed, however the address encodes it', async () => {
  const directory = await openAt('/businesses')
  for (const text of ['b', 'ba', 'ba ', '  ']) {
    await directory.type(text)
    expect(directory.box.value).toBe(text)
  }
  expect(directory.address()).toBe('')
})

it('removing a choice moves the focus to a remaining one, or to the industry chooser', async () => {
  const directory = await openAt('/businesses?search=a&industry=restaurant&industry=retail')
  const chip = (name: string | RegExp) => screen.getByRole('button', { name })
  const remove = async (button: HTMLElement): Promise<string | null | undefined> => {
    button.focus()
    await act(async () => button.click())
    expect(button.isConnected).toBe(false)
    return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('aria-expanded')
  }
  const [search, first, second] = screen
    .getAllByRole('button', { name: /^Remove/ })
    .map((button) => button.getAttribute('aria-label'))
  expect(await remove(chip(first!))).toBe(second)
  expect(await remove(chip(second!))).toBe(search)
  expect(await remove(chip(search!))).toBe('false')
  await directory.type('b')
  expect(await remove(chip('Clear all'))).toBe('false')
  expect(directory.address()).toBe('')
})

it('"more" focuses the first new business, even on the last page', async () => {
  const many = Array.from({ length: 26 }, (_, index) =>
    business(index + 1, `Shop ${String(index + 1).padStart(2, '0')}`, 'retail'),
  )
  const directory = await openAt('/businesses', many)
  expect(directory.shown()).toHaveLength(24)
  screen.getByRole('button', { name: 'Show more' }).focus()
  await directory.press('Show more')
  expect(directory.shown()).toHaveLength(26)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(document.activeElement?.querySelector('h3')?.textContent).toBe('Shop 25')
})

it('offers industries that have businesses or were chosen; Escape closes the chooser and returns the focus (WCAG 2.1.1)', async () => {
  const directory = await openAt('/businesses?industry=Technology', [
    business(1, 'Arev', 'Restaurant'),
    business(2, 'Bazar', 'Retail'),
  ])
  const opener = screen.getByRole('button', { name: /^Industry/ })
  await act(async () => opener.click())
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  const offered = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.querySelector('span')?.textContent)
  expect(offered).toEqual(['Restaurant', 'Retail', 'Technology'])
  screen.getAllByRole('checkbox')[0]!.focus()
  await act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'Escape' }))
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(opener)
  await directory.type('zzzz')
  expect(directory.shown()).toEqual([])
  expect(screen.getByText('No businesses found')).toBeDefined()
})

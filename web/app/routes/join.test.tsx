import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newCode, rememberNewCode } from '#web/lib/session/new-code.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import JoinPage from './join.tsx'

const SHOP = {
  takesPart: true,
  id: 7,
  slug: 'kofe-tun',
  businessName: 'Kofe Tun',
  logoUrl: null,
  industry: 'Restaurant',
}
const sent: { path: string; body: unknown }[] = []
let shop: Response

beforeEach(async () => {
  await startAllWords('en')
  sent.length = 0
  shop = Response.json(SHOP)
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return shop.clone()
    sent.push({ path: new URL(path, 'http://localhost').pathname, body: JSON.parse(String(init.body)) })
    return Response.json(
      {
        id: 1,
        buyerId: 'KH0001',
        firstName: 'Ani',
        lastName: 'Buyer',
        email: 'ani@hatik.test',
        phone: null,
        role: 'buyer',
        language: 'en',
        message: 'Please check your email to verify your account',
      },
      { status: 201 },
    )
  })
})
afterEach(() => {
  cleanup()
  dropReadCache()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function Shop(): string {
  const { pathname, state } = useLocation()
  return `at ${pathname} ${JSON.stringify(state)}`
}

function open(): HTMLElement {
  return render(
    <MemoryRouter initialEntries={['/join/kofe-tun']}>
      <Routes>
        <Route path="/join/:slug" element={<JoinPage />} />
        <Route path="/business/:slug" element={<Shop />} />
      </Routes>
    </MemoryRouter>,
  ).container
}

it('shows the shop and the fields of the sign-up, and leads back to the shop with the code open', async () => {
  const page = open()
  expect(await screen.findByText('Kofe Tun')).toBeDefined()
  await expect.poll(() => page.querySelector('[name=email]')).not.toBeNull()
  expect([...page.querySelectorAll('input')].map(({ name }) => name)).toEqual([
    'firstName',
    'lastName',
    'email',
    'password',
    'confirmPassword',
  ])
  for (const [name, value] of [
    ['firstName', 'Ani'],
    ['lastName', 'Buyer'],
    ['email', 'ani@hatik.test'],
    ['password', 'Correct-horse-1'],
    ['confirmPassword', 'Correct-horse-1'],
  ] as const)
    fireEvent.change(page.querySelector(`[name=${name}]`)!, { target: { value } })
  await act(async () => void fireEvent.submit(page.querySelector('form')!))
  expect(await screen.findByText('at /business/kofe-tun {"showsCode":true}')).toBeDefined()
  expect([sent.map(({ path }) => path), newCode()]).toEqual([['/api/auth/signup'], 'KH0001'])
})

it('whoever has signed up in this browser goes straight to the shop', async () => {
  rememberNewCode('KH0001')
  open()
  expect(await screen.findByText('at /business/kofe-tun {"showsCode":true}')).toBeDefined()
})

it('says that there is no such shop, and offers the sign-up all the same', async () => {
  shop = Response.json({ code: 'business_not_found', message: 'no', requestId: 'r' }, { status: 404 })
  open()
  const link = await screen.findByRole('link', { name: 'Sign up' })
  expect(link.getAttribute('href')).toBe('/auth?signup=true')
  expect(screen.getByRole('heading', { name: 'Business not found' })).toBeDefined()
})

it('a shop that does not take part for a while says so; the sign-up stays', async () => {
  shop = Response.json({ takesPart: false, slug: 'kofe-tun', businessName: 'Kofe Tun' })
  const page = open()
  expect(await screen.findByText(/temporarily not taking part/i)).toBeDefined()
  await expect.poll(() => page.querySelector('[name=email]')).not.toBeNull()
})

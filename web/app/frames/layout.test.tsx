import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ImpersonationStatus } from '#contracts/calls/staff/impersonation.ts'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { VISIT_END_NAME } from '#web/lib/session/visit-state.ts'

const business: SessionUser = {
  id: 5,
  buyerId: null,
  firstName: 'Ani',
  lastName: 'Sargsyan',
  email: 'cafe@hatik.test',
  phone: null,
  role: 'business',
  language: 'en',
}
const status: ImpersonationStatus = {
  isImpersonating: true,
  businessProfile: { businessName: 'Café' },
  businessUser: { id: 5, email: 'cafe@hatik.test' },
  visitId: 'b3b0b3a6-4b0e-4c58-9d53-0f4a8c1f6f11',
  mode: 'view',
  reason: 'They asked for help',
  startedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-20T10:30:00.000Z',
  leftMs: 1_800_000,
}

/** Loads the on-demand modules once, before the tests. */
beforeAll(async () => {
  await Promise.all([
    startAllWords('en'),
    import('./layout.tsx'),
    import('../monitors/visit-monitor.tsx'),
    import('#web/features/admin/support-visit/visit-banner.tsx'),
  ])
}, 60_000)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** The returned function answers the visit's status. Modules are reset, because each page has its own visit state. */
async function open(visited: boolean): Promise<(reply: ImpersonationStatus) => void> {
  vi.resetModules()
  const { setUser: signIn } = await import('#web/lib/session/session.ts')
  const { Layout } = await import('./layout.tsx')
  signIn(business)
  if (visited) localStorage.setItem(VISIT_END_NAME, String(Date.now() + 1_800_000))
  const { promise, resolve } = Promise.withResolvers<ImpersonationStatus>()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/status')) return Response.json(await promise)
    return Response.json((await promise).isImpersonating ? business : { ...business, id: 9, role: 'admin' })
  })
  render(
    <MemoryRouter>
      <Layout>The counter</Layout>
    </MemoryRouter>,
  )
  return resolve
}

it('a page opened during a visit appears together with its banner (R32)', async () => {
  const answer = await open(true)
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect([screen.queryByText('The counter'), screen.queryByRole('banner')]).toEqual([null, null])
  let withoutBanner = false
  const watch = new MutationObserver(
    () =>
      (withoutBanner ||= screen.queryByText('The counter') !== null && screen.queryByTestId('visit-banner') === null),
  )
  watch.observe(document.body, { childList: true, subtree: true })
  answer(status)
  expect(await screen.findByText('The counter')).toBeDefined()
  expect([screen.getByTestId('visit-banner').textContent?.includes('Café'), withoutBanner]).toEqual([true, false])
  watch.disconnect()
})

it("a page opened after a visit's end waits only for the status", async () => {
  const answer = await open(true)
  answer({ isImpersonating: false })
  expect(await screen.findByText('The counter')).toBeDefined()
})

it('a browser that never had a visit does not wait for the status', async () => {
  await open(false)
  expect(screen.getByText('The counter')).toBeDefined()
})

it('a signed-out user does not wait for a visit', async () => {
  await open(true)
  const { setUser: signOut } = await import('#web/lib/session/session.ts')
  await act(async () => signOut(null))
  expect(screen.getByText('The counter')).toBeDefined()
})

it('an unresponsive network does not block the page', async () => {
  vi.useFakeTimers()
  await open(true)
  expect(screen.queryByText('The counter')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByText('The counter')).toBeDefined()
})

it("navigating announces the new page's title, and the browser's own page load is not announced twice (WCAG 4.1.3)", async () => {
  vi.resetModules()
  const { setUser } = await import('#web/lib/session/session.ts')
  const { Layout } = await import('./layout.tsx')
  setUser(null)
  document.title = 'Home'
  render(
    <MemoryRouter>
      <Layout>
        <Link to="/there">Go there</Link>
      </Layout>
    </MemoryRouter>,
  )
  const region = screen.getByRole('status')
  document.title = 'Home of Hatik'
  await act(() => new Promise((done) => setTimeout(done, 20)))
  expect(region.textContent).toBe('')
  document.title = ''
  fireEvent.click(screen.getByText('Go there'))
  expect(region.textContent).toBe('')
  document.title = 'There'
  await waitFor(() => expect(region.textContent).toBe('There'))
  expect(region.isConnected).toBe(true)
})

import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SERVER_HEAD } from '#contracts/pages/page-metadata.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import BusinessRoute from './business.tsx'

beforeEach(async () => {
  await startAllWords('en')
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'forbidden', message: 'no', requestId: 'r' }, { status: 403 }),
  )
})
afterEach(() => {
  cleanup()
  dropReadCache()
  document.head.replaceChildren()
  vi.unstubAllGlobals()
})

async function open(): Promise<void> {
  render(
    <MemoryRouter initialEntries={['/business/kofe-tun']}>
      <Routes>
        <Route path="/business/:slug" element={<BusinessRoute />} />
      </Routes>
    </MemoryRouter>,
  )
  await screen.findByRole('alert')
}
const titles = (): (string | null)[] =>
  [...document.head.querySelectorAll('title')].map(({ textContent }) => textContent)

it('a business that failed to load has a page with a title (R22)', async () => {
  await open()
  expect(titles()).toEqual([expect.stringMatching(/^\S.* · Hatik$/)])
})

it("the server's title, which may know more, stays until the business is read (R22)", async () => {
  document.head.innerHTML = `<title ${SERVER_HEAD}>Kofe Tun · Hatik</title>`
  await open()
  expect(titles()).toEqual(['Kofe Tun · Hatik'])
})

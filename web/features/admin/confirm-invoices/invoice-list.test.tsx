import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminInvoice } from '#web/lib/calls/staff/admin-businesses.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { InvoiceList } from './invoice-list.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const paid: AdminInvoice = {
  id: 3,
  number: 'HTK-2026-000003',
  kind: 'charge',
  state: 'paid',
  reason: 'change',
  plan: 'prime',
  cycle: 'monthly',
  priceAmd: 39_900,
  creditAmd: 0,
  amountAmd: 39_900,
  issuedAt: '2026-11-20T10:00:00Z',
  dueAt: '2026-11-27T10:00:00Z',
  paidAt: '2026-11-21T21:30:00Z',
  periodStart: null,
  periodEnd: null,
  payment: null,
  receivedAmd: 0,
  pdfUrl: '/pdf',
  business: { id: 9, businessName: 'Cafe' },
  confirmed: { by: 1_005, reference: '7712-A' },
  transfers: [],
}

function Address(): ReactNode {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
const address = (): string | null => screen.getByTestId('address').textContent

const show = (at = '/invoices') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <ReadProvider userId={1}>
        <InvoiceList />
        <Address />
      </ReadProvider>
    </MemoryRouter>,
  )

/** Every page has one invoice, named by its query, and a next page. */
function answerEverything(): void {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ invoices: [{ ...paid, number: new URL(url, 'http://hatik').search.slice(1) }], next: 7 }),
  )
}
const shows = (asked: string) => screen.findByRole('link', { name: new RegExp(`^${asked}&limit=20$`) })

it('a search is kept in the address, covers all states until one is chosen, and starts at its first page', async () => {
  await startAllWords('en')
  answerEverything()
  show()
  await shows('state=open')
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByRole('link', { name: 'state=open&before=7&limit=20' })

  const box = screen.getByRole('searchbox', { name: 'Number or business' })
  fireEvent.change(box, { target: { value: 'htk 2026' } })
  await shows('search=htk\\+2026')
  await expect.poll(address).toBe('/invoices?search=htk+2026')
  expect(screen.queryByText('2')).toBeNull()
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'paid' } })
  await shows('search=htk\\+2026&state=paid')
  await expect.poll(address).toBe('/invoices?search=htk+2026&state=paid')
  fireEvent.change(box, { target: { value: '' } })
  await shows('state=paid')
  await expect.poll(address).toBe('/invoices?state=paid')
})

it('a copied link repeats its search, even with an unknown state', async () => {
  await startAllWords('en')
  answerEverything()
  const { unmount } = show('/invoices?search=Кафе&state=cancelled')
  await shows('search=%D0%9A%D0%B0%D1%84%D0%B5&state=cancelled')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Кафе')
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('cancelled')
  unmount()
  show('/invoices?state=lost')
  await shows('state=open')
})

it('a paid invoice shows when it was paid, who confirmed it, and the bank reference (H36)', async () => {
  await startAllWords('en')
  const byItself: AdminInvoice = { ...paid, id: 2, number: 'HTK-2026-000002', amountAmd: 0, confirmed: null }
  vi.stubGlobal('fetch', async () => Response.json({ invoices: [paid, byItself], next: null }))
  show()
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent.replaceAll('\u00a0', ' '))
  expect(rows[0]).toContain('Nov 22, 2026, 01:30Administrator no. 1005Transfer 7712-A')
  expect(rows[1]).toContain('Nov 22, 2026, 01:30')
  expect(rows[1]).not.toContain('Administrator')
})

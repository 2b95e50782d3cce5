import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminInvoice } from '#web/lib/admin-businesses.ts'
import { startWords } from '#web/lib/i18n.ts'
import { dropReadCache } from '#web/lib/read-cache.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { InvoiceList } from './invoice-list.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const paid: AdminInvoice = {
  id: 3, number: 'HTK-2026-000003', kind: 'charge', state: 'paid', reason: 'change', plan: 'prime', cycle: 'monthly', priceAmd: 39_900, creditAmd: 0, amountAmd: 39_900,
  issuedAt: '2026-11-20T10:00:00Z', dueAt: '2026-11-27T10:00:00Z', paidAt: '2026-11-21T21:30:00Z', periodStart: null, periodEnd: null, payment: null, pdfUrl: '/pdf',
  business: { id: 9, businessName: 'Cafe' }, confirmed: { by: 1_005, reference: '7712-A' },
}

it('says of a paid invoice when that was, who confirmed it, and the reference that was written down (H36)', async () => {
  await startWords('en')
  const byItself: AdminInvoice = { ...paid, id: 2, number: 'HTK-2026-000002', amountAmd: 0, confirmed: null }
  vi.stubGlobal('fetch', async () => Response.json({ invoices: [paid, byItself], next: null }))
  render(
    <MemoryRouter>
      <ReadProvider userId={1}>
        <InvoiceList />
      </ReadProvider>
    </MemoryRouter>,
  )
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent.replaceAll('\u00a0', ' '))
  expect(rows[0]).toContain('Nov 22, 2026, 01:30Administrator no. 1005Transfer 7712-A')
  expect(rows[1]).toContain('Nov 22, 2026, 01:30')
  expect(rows[1]).not.toContain('Administrator')
})

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Invoice } from '#contracts/calls/billing.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { Invoices } from './invoices.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const paid: Invoice = {
  id: 3,
  number: 'HTK-2026-000003',
  kind: 'charge',
  state: 'paid',
  reason: 'change',
  plan: 'standard',
  cycle: 'monthly',
  priceAmd: 9_900,
  creditAmd: 0,
  amountAmd: 9_900,
  issuedAt: '2026-11-20T10:00:00Z',
  dueAt: '2026-11-27T10:00:00Z',
  paidAt: '2026-11-21T10:00:00Z',
  periodStart: null,
  periodEnd: null,
  payment: null,
  receivedAmd: 0,
  pdfUrl: '/pdf',
}

it.each([
  ['am', 'Կապ չկա'],
  ['en', 'You are offline'],
] as const)('an invoice file that cannot be loaded says why, and the page stays (%s)', async (language, why) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('/pdf')) throw new TypeError('no network')
    return Response.json(path.endsWith('/invoices') ? [paid] : {})
  })
  render(
    <ReadProvider userId={9}>
      <Invoices businessId={9} />
      <Toaster />
    </ReadProvider>,
  )
  const [link] = await screen.findAllByRole('link', { name: new RegExp(paid.number) })
  if (!link) throw new Error('no link')
  expect(fireEvent.click(link)).toBe(false)
  expect(await screen.findByText(new RegExp(why))).toBeTruthy()
})

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { InvoiceRegister as Register } from '#contracts/calls/billing.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { InvoiceRegister } from './invoice-register.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const register = (month: string): Register => ({
  month,
  firstMonth: '2025-11',
  charges: { openingAmd: 4_900, issuedAmd: 414_000, withdrawnAmd: 14_900, settledAmd: 399_000, closingAmd: 5_000 },
  refunds: { openingAmd: 0, issuedAmd: 399_000, withdrawnAmd: 0, settledAmd: 400_000, closingAmd: 0 },
  netAmd: -1_000,
})

it("shows a month's sums, and any month since the first invoice, on screen and as a file", async () => {
  // January in Armenia.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-12-31T20:30:00Z') })
  await startAllWords('en')
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(register(/month=(.+)$/.exec(path)?.[1] ?? ''))
  })
  render(
    <MemoryRouter>
      <ReadProvider userId={1}>
        <InvoiceRegister />
      </ReadProvider>
    </MemoryRouter>,
  )
  const charges = (await screen.findByText('Receivable')).closest('tr')!
  expect(
    within(charges)
      .getAllByRole('cell')
      .slice(1)
      .map((cell) => /[\d,]+\sAMD/.exec(cell.textContent)?.[0].replace('\u00a0', ' ')),
  ).toEqual(['4,900 AMD', '414,000 AMD', '14,900 AMD', '399,000 AMD', '5,000 AMD'])
  expect(screen.getByTestId('register-net').textContent).toBe('Received in the month, less refunds: −1,000\u00a0AMD')
  const months = screen.getByRole('combobox', { name: 'Month' })
  expect(
    within(months)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['January 2026', 'December 2025', 'November 2025'])
  const file = () => screen.getByRole('link', { name: 'Download for Excel' }).getAttribute('href')
  expect(file()).toBe('/api/admin/invoices/register.xlsx?month=2026-01&language=en')
  await act(async () => void fireEvent.change(months, { target: { value: '2025-11' } }))
  expect(file()).toBe('/api/admin/invoices/register.xlsx?month=2025-11&language=en')
  expect(asked).toEqual(['/api/admin/invoices/register?month=2026-01', '/api/admin/invoices/register?month=2025-11'])
})

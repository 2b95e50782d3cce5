import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { AdminInvoice } from '#web/lib/calls/staff/admin-businesses.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const invoice: AdminInvoice = {
  id: 3,
  number: 'HTK-2026-000003',
  kind: 'charge',
  state: 'open',
  reason: 'change',
  plan: 'prime',
  cycle: 'monthly',
  priceAmd: 39_900,
  creditAmd: 0,
  amountAmd: 39_900,
  issuedAt: '2026-11-20T10:00:00Z',
  dueAt: '2026-11-27T10:00:00Z',
  paidAt: null,
  periodStart: null,
  periodEnd: null,
  payment: null,
  receivedAmd: 0,
  pdfUrl: '/pdf',
  business: { id: 9, businessName: 'Cafe' },
  confirmed: null,
  transfers: [],
}

it.each([
  ['“Cafe” has to pay 39,900\u00a0AMD. Once it has all arrived, the plan applies at once', {}],
  ['if the free trial is still running, the paid period begins when it ends', { plan: 'starter' }],
  ['It covers the next period', { reason: 'renewal' }],
  ['39,900\u00a0AMD to “Cafe”.', { kind: 'refund', reason: 'refund' }],
  ['so 100\u00a0AMD has to go back to “Cafe”', { state: 'cancelled', receivedAmd: 100 }],
] as const)('the dialog explains the effect of a payment: %s (H36, H38)', (said, of) => {
  show({ ...invoice, ...of })
  expect(screen.getByRole('dialog').textContent).toContain(said)
  expect(screen.queryByLabelText('Amount received, AMD') !== null).toBe(!('state' in of) && !('kind' in of))
})

it('the amount is compared with what is missing while it is typed, and only a whole amount that fits is sent', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ invoice, missingAmd: 29_899 })
  })
  let closed = 0
  show({ ...invoice, receivedAmd: 10_000 }, () => (closed += 1))
  const box = screen.getByLabelText<HTMLInputElement>('Amount received, AMD')
  const type = (value: string) => fireEvent.change(box, { target: { value } })
  const said = () => document.getElementById(box.getAttribute('aria-describedby')!.split(' ').at(-1)!)?.textContent
  const submit = () => act(async () => fireEvent.submit(box.form!))
  expect(said()).toBe('Missing: 29,900\u00a0AMD')
  for (const [typed, words] of [
    ['900', 'Missing: 29,000\u00a0AMD'],
    ['29 900', 'Correct: this is the whole amount'],
    ['30 000', 'Too much: 100\u00a0AMD'],
  ] as const) {
    type(typed)
    expect(said()).toBe(words)
  }
  await submit()
  expect(screen.getByRole('alert').textContent).toContain('100\u00a0AMD too much')
  type('1.5')
  await submit()
  expect(screen.getByRole('alert').textContent).toContain('whole number')
  expect(sent).toEqual([])
  type('1')
  await submit()
  expect([sent, closed]).toEqual([[{ amountAmd: 1 }], 1])
})

it('transfers show who entered them and when; one that was sent back is taken out', async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    return Response.json({ message: 'done' })
  })
  const transfer = { amountAmd: 7, reference: null, enteredBy: 1_005, enteredAt: invoice.issuedAt, returnedAt: null }
  show({
    ...invoice,
    receivedAmd: 7,
    transfers: [
      { ...transfer, id: 1, reference: '7712-A' },
      { ...transfer, id: 2, returnedAt: invoice.dueAt },
    ],
  })
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent.replaceAll('\u00a0', ' ')).toContain(
    'Nov 20, 2026, 14:00 · Administrator no. 1005 · Transfer 7712-A',
  )
  expect(second?.textContent).toContain('Does not count')
  expect(within(second!).queryByRole('button')).toBeNull()
  await act(async () => within(first!).getByRole('button').click())
  expect(calls).toEqual(['/api/admin/invoices/3/transfers/1/return'])
})

function show(of: AdminInvoice, onClose = (): void => {}): void {
  render(
    <ReadProvider userId={1}>
      <ConfirmDialog invoice={of} onClose={onClose} />
    </ReadProvider>,
  )
}

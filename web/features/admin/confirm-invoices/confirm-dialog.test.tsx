import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { AdminInvoice } from '#web/lib/calls/staff/admin-businesses.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)

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
  pdfUrl: '/pdf',
  business: { id: 9, businessName: 'Cafe' },
  confirmed: null,
}

it.each([
  ['39,900\u00a0AMD from “Cafe”. The plan applies from now on', {}],
  ['if the free trial is still running, the paid period begins when it ends', { plan: 'starter' }],
  ['It covers the next period', { reason: 'renewal' }],
  ['39,900\u00a0AMD to “Cafe”.', { kind: 'refund', reason: 'refund' }],
] as const)('confirming a transfer explains its effect: %s (H36, H38)', (said, of) => {
  render(
    <ReadProvider userId={1}>
      <ConfirmDialog invoice={{ ...invoice, ...of }} onClose={() => {}} />
    </ReadProvider>,
  )
  expect(screen.getByRole('dialog').textContent).toContain(said)
  expect(screen.getByRole('dialog').textContent).toContain('You cannot undo a confirmation.')
})

/** Test harness of the counter's form. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { sonner } from '#web/components/feedback/toast-place.tsx'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { AwardForm } from '#web/features/counter/award-points/award-form.tsx'

const BUSINESS = 7
/** English labels. */
export const CODE = 'Buyer ID'
export const AMOUNT = 'Amount spent, AMD'

export const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
export const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } })
export const button = (name: string): HTMLElement => screen.getByRole('button', { name })
export const press = (name: string): Promise<void> => act(async () => button(name).click())
export const found = (code: string): Response =>
  new Response(JSON.stringify({ buyerId: code, hint: 'A. B.', message: '' }))
export const reply = (): Response =>
  new Response(
    JSON.stringify({ awardId: 'a', points: 2.4, buyerId: 'KH0001', amountSpent: 1_249, balance: '2.4', message: '' }),
    { status: 201 },
  )
export const NOBODYS = { code: 'buyer_not_found', message: 'Buyer not found' }

/**
 * Renders the form: `whose` answers code lookups; awards are answered after `answered`, the first ones with `first`.
 * Returns the awards.
 */
export function counter(
  whose: (code: string) => Response | Promise<Response> = found,
  answered: Promise<void> = Promise.resolve(),
  first: Response[] = [],
): unknown[] {
  const awarded: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return whose(path.split('/').at(-1) ?? '')
    awarded.push(JSON.parse(String(init.body)))
    await answered
    return first.shift() ?? reply()
  })
  render(
    <ReadProvider userId={BUSINESS}>
      <AwardForm businessId={BUSINESS} />
      <Toaster />
    </ReadProvider>,
  )
  return awarded
}

/** Types the code in the scanner dialog instead of scanning it. */
export async function scan(code: string): Promise<void> {
  await press("Scan the buyer's QR code")
  type('Or type the code', code)
  await press('Use')
}

/** Registers the hooks around each test. */
export function startCounters(): void {
  beforeAll(() => startAllWords('en'))
  afterEach(cleanup)
  afterEach(() => {
    sonner.dismiss()
    vi.unstubAllGlobals()
  })
}

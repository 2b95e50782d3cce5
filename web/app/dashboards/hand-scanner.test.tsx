/**
 * A hand scanner types fast, ends with Enter, and overwrites any focused selection, while nobody looks at the screen.
 */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { AwardForm } from '#web/features/counter/award-points/award-form.tsx'
import { VerifyForm } from '#web/features/counter/verify-redemption/verify-form.tsx'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'

const CODE = 'Buyer ID'
const AMOUNT = 'Amount spent, AMD'
const PERK_CODE = 'Redemption code'
const BARCODE = '4850001234567'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const field = (label: string): HTMLInputElement => screen.getByLabelText(label)

async function scanInto(label: string, text: string): Promise<void> {
  const input = field(label)
  expect(document.activeElement).toBe(input)
  for (const sign of text) {
    const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    fireEvent.change(input, { target: { value: input.value.slice(0, start) + sign + input.value.slice(end) } })
  }
  await act(async () => {
    if (fireEvent.keyDown(input, { key: 'Enter' })) fireEvent.submit(input.form!)
  })
}

/** One outbox per test, because awards without a reply wait for ever. */
let businesses = 7

const unused = (): Response =>
  Response.json({
    redemptionId: 'r',
    perk: { name: 'Coffee', pointsRequired: '3.0' },
    buyer: { buyerId: 'KH0001' },
    state: 'pending',
    createdAt: '2026-11-20T12:00:00.000Z',
    usedAt: null,
  })

function counter(): unknown[] {
  const businessId = (businesses += 1)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.includes('/redemptions/')) return unused()
    if (init?.method !== 'POST') return new Response('{}', { status: 404 })
    sent.push(JSON.parse(String(init.body)))
    return new Promise(() => undefined)
  })
  render(
    <ReadProvider userId={businessId}>
      <AwardForm businessId={businessId} />
      <VerifyForm businessId={businessId} />
    </ReadProvider>,
  )
  return sent
}

it("a product's barcode is not a buyer's code: it is reported at once, and the next scan replaces it (R165)", async () => {
  counter()
  await scanInto(CODE, BARCODE)
  expect(screen.getByRole('alert').textContent).toBe('Buyer ID must be exactly 6 characters')
  await scanInto(CODE, 'K7MNP2QR')
  expect(screen.getByRole('alert').textContent).toMatch(/^This is a redemption code/)
  await scanInto(CODE, 'KH0001')
  expect([field(CODE).value, screen.queryByRole('alert'), document.activeElement]).toEqual([
    'KH0001',
    null,
    field(AMOUNT),
  ])
})

it('a wrong code beside an amount is replaced by the next scan, and the amount stays (R165)', async () => {
  const sent = counter()
  fireEvent.change(field(AMOUNT), { target: { value: '1500' } })
  await scanInto(CODE, BARCODE)
  expect(screen.getByRole('alert').textContent).toBe('Buyer ID must be exactly 6 characters')
  await scanInto(CODE, 'KH0001')
  expect(sent).toMatchObject([{ buyerId: 'KH0001', amountSpent: 1500 }])
})

it.each([
  [BARCODE, 'Invalid redemption code'],
  ['KH0001', /^This is a buyer ID/],
])('an invalid redemption code, e.g. %s, is replaced by the next scan (R170, H14)', async (scanned, why) => {
  const sent = counter()
  field(PERK_CODE).focus()
  await scanInto(PERK_CODE, scanned)
  expect(screen.getByRole('alert').textContent).toMatch(why)
  // The first scan shows the perk; the second one confirms it.
  await scanInto(PERK_CODE, 'K7MNP2QR')
  expect(await screen.findByTestId('verify-preview')).toBeDefined()
  await vi.waitFor(() => expect([field(PERK_CODE).selectionStart, field(PERK_CODE).selectionEnd]).toEqual([0, 8]))
  expect(sent).toEqual([])
  await scanInto(PERK_CODE, 'K7MNP2QR')
  expect(sent).toEqual([{ redemptionCode: 'K7MNP2QR' }])
})

/** A key press on an Armenian layout. */
function press(input: HTMLInputElement, key: string, code: string): void {
  if (fireEvent.keyDown(input, { key, code })) fireEvent.change(input, { target: { value: input.value + key } })
}

it('on an Armenian layout, codes and amounts are typed with the same keys (H12)', async () => {
  const sent = counter()
  for (const [key, code] of [
    ['կ', 'KeyK'],
    ['հ', 'KeyH'],
    ['օ', 'Digit0'],
    ['օ', 'Digit0'],
    ['օ', 'Digit0'],
    [':', 'Digit1'],
  ] as const)
    press(field(CODE), key, code)
  for (const [key, code] of [
    [':', 'Digit1'],
    [',', 'Digit5'],
    ['օ', 'Digit0'],
    ['օ', 'Digit0'],
  ] as const)
    press(field(AMOUNT), key, code)
  expect([field(CODE).value, field(AMOUNT).value]).toEqual(['KH0001', '1500'])
  // An amount's letters are not mapped, but reported.
  press(field(AMOUNT), 'դ', 'KeyD')
  expect(field(AMOUNT).value).toBe('1500դ')
  fireEvent.change(field(AMOUNT), { target: { value: '1500' } })
  await act(async () => fireEvent.submit(field(CODE).form!))
  expect(sent).toMatchObject([{ buyerId: 'KH0001', amountSpent: 1500 }])
})

it.each([
  [CODE, 'կհ0001'],
  [PERK_CODE, 'կհ23մնպք'],
])(
  'Armenian text from an on-screen keyboard is reported as not Latin, instead of too short or too long: %s',
  async (label, typed) => {
    const sent = counter()
    field(label).focus()
    await scanInto(label, typed)
    expect(screen.getByRole('alert').textContent).toBe(
      'The code uses Latin letters and digits: please switch your keyboard',
    )
    expect(sent).toEqual([])
  },
)

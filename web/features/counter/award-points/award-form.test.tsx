import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  AMOUNT,
  button,
  CODE,
  counter,
  field,
  found,
  NOBODYS,
  press,
  reply,
  scan,
  startCounters,
  type,
} from './testing/counter.tsx'

startCounters()

const MINIMUM = 'Minimum transaction amount is 50 AMD'
const DIGITS_ONLY = 'Enter the amount in digits only, without spaces or decimals'

it.each([
  ...['1249,00', '1249.5', '50.9', '1 249', '12\u00A0345', '1e5', '١٢٤٩'].map((amount) => [amount, DIGITS_ONLY]),
  ...['', ' ', '0', '49', '-100'].map((amount) => [amount, MINIMUM]),
])('an amount typed as %j stays as typed, is refused and not sent: %s (R165, R167)', async (amount, why) => {
  const awarded = counter()
  type(CODE, 'KH0001')
  type(AMOUNT, amount)
  await press('Award points')
  expect(screen.getByRole('alert').textContent).toBe(why)
  // Browsers drop the comma in number fields, the test's document does not, so the field's type is checked.
  expect([field(AMOUNT).type, field(AMOUNT).value, awarded]).toEqual(['text', amount, []])
})

it('ignores spaces around an amount (R167)', async () => {
  const awarded = counter()
  type(CODE, 'KH0001')
  type(AMOUNT, ' 1249 ')
  await press('Award points')
  expect(awarded).toMatchObject([{ buyerId: 'KH0001', amountSpent: 1_249 }])
})

it('two Enters at once make one award (C18)', async () => {
  const awarded = counter()
  type(CODE, 'KH0001')
  type(AMOUNT, '1249')
  const form = field(CODE).form!
  fireEvent.submit(form)
  fireEvent.submit(form)
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  expect(awarded).toHaveLength(1)
})

it('confirming a large amount twice at once makes one award (C18)', async () => {
  const awarded = counter()
  type(CODE, 'KH0001')
  type(AMOUNT, '1000000')
  await press('Award points')
  const confirm = screen.getByRole('button', { name: 'Yes, award' })
  await act(async () => [confirm, confirm].forEach((button) => button.click()))
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  expect(awarded).toHaveLength(1)
})

it('input for the next buyer during an award stays when its reply arrives', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  counter(found, promise)
  type(CODE, 'KH0001')
  type(AMOUNT, '1249')
  await press('Award points')
  await scan('AN1234')
  await act(async () => resolve())
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  expect([field(CODE).value, field(AMOUNT).value, document.activeElement]).toEqual(['AN1234', '', field(AMOUNT)])
})

it.each([
  ['a receipt of the same award goes with it', { 'Receipt number': 'R-1' }, ['', '', '']],
  ['what is no code of another buyer goes, too', { [AMOUNT]: '1249AN1234' }, ['', '', '']],
  [
    'the next award stays as a whole, and what came of the last one is shown',
    { [CODE]: 'AN1234', [AMOUNT]: '900' },
    ['AN1234', '900', ''],
  ],
])('%s when the reply arrives', async (_, typed, left) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  counter(found, promise)
  type(CODE, 'KH0001')
  type(AMOUNT, '1249')
  await press('Award points')
  for (const [label, value] of Object.entries(typed)) type(label, value)
  await act(async () => resolve())
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  expect([CODE, AMOUNT, 'Receipt number'].map((label) => field(label).value)).toEqual(left)
  if (left[0] === '') expect(document.activeElement).toBe(field(CODE))
})

it.each([
  ['another amount', '900'],
  ['the same amount', '1249'],
])('Enter for the next buyer during an award counts, with %s', async (_, amount) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const awarded = counter(found, promise)
  type(CODE, 'KH0001')
  type(AMOUNT, '1249')
  await press('Award points')
  expect(button('Award points').getAttribute('aria-busy')).toBe('true')
  await scan('AN1234')
  // The previous amount is gone, so it is not sent with this code.
  expect(field(AMOUNT).value).toBe('')
  type(AMOUNT, amount)
  await press('Award points')
  expect([button('Award points').getAttribute('aria-busy'), awarded.length]).toEqual(['true', 1])
  await act(async () => resolve())
  await waitFor(() =>
    expect(awarded).toEqual([
      { buyerId: 'KH0001', amountSpent: 1_249 },
      { buyerId: 'AN1234', amountSpent: Number(amount) },
    ]),
  )
  await waitFor(() => expect([CODE, AMOUNT].map((label) => field(label).value)).toEqual(['', '']))
})

it('the same amount for the next buyer stays when the reply arrives, without Enter', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const awarded = counter(found, promise)
  type(CODE, 'KH0001')
  type(AMOUNT, '1249')
  await press('Award points')
  type(CODE, 'AN1234')
  type(AMOUNT, '1249')
  await act(async () => resolve())
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  expect([field(CODE).value, field(AMOUNT).value, awarded.length]).toEqual(['AN1234', '1249', 1])
})

it('another amount for the same buyer is a new award; adding a forgotten receipt is not (C18)', async () => {
  for (const [label, value, count] of [
    ['Receipt number', 'R-1', 1],
    [AMOUNT, '900', 2],
  ] as const) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const awarded = counter(found, promise)
    type(CODE, 'KH0001')
    type(AMOUNT, '1249')
    await press('Award points')
    type(label, value)
    fireEvent.submit(field(CODE).form!)
    await act(async () => resolve())
    await waitFor(() => expect([awarded.length, field(AMOUNT).value]).toEqual([count, '']))
    cleanup()
  }
})

it('editing a queued award for the next buyer requires Enter again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const awarded = counter(found, promise)
  type(CODE, 'KH0001')
  type(AMOUNT, '1249')
  await press('Award points')
  type(CODE, 'AN1234')
  type(AMOUNT, '900')
  await press('Award points')
  type(AMOUNT, '9000')
  expect(button('Award points').getAttribute('aria-busy')).toBeNull()
  await act(async () => resolve())
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  expect([field(CODE).value, field(AMOUNT).value, awarded.length]).toEqual(['AN1234', '9000', 1])
})

it('an award refused while the next one is in the fields moves below, and the next one is sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const refusal = new Response(JSON.stringify(NOBODYS), { status: 404 })
  const awarded = counter(found, promise, [refusal])
  type(CODE, 'ZZ9999')
  type(AMOUNT, '700')
  await press('Award points')
  type(CODE, 'AN1234')
  type(AMOUNT, '900')
  await press('Award points')
  await act(async () => resolve())
  expect((await screen.findByTestId('refused-award')).textContent).toMatch(/ZZ\s9999.*Buyer not found/)
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  expect(awarded).toMatchObject([{ buyerId: 'ZZ9999' }, { buyerId: 'AN1234' }])
  screen.getByRole('button', { name: 'Got it, remove' }).focus()
  await press('Got it, remove')
  expect(document.activeElement, 'the next code goes where a hand scanner types it').toBe(field(CODE))
})

it('a refused award does not bring the previous result back', async () => {
  counter(found, undefined, [reply(), new Response(JSON.stringify(NOBODYS), { status: 404 })])
  type(CODE, 'KH0001')
  type(AMOUNT, '1249')
  await press('Award points')
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  type(CODE, 'ZZ9999')
  type(AMOUNT, '700')
  await press('Award points')
  expect(await screen.findByText('Failed to award points')).toBeDefined()
  // As if recounting the money: the field is empty for a moment.
  type(AMOUNT, '')
  expect(screen.queryByText(/points awarded/)).toBeNull()
})

it('a refused award that then succeeds is not shown as failed beside its points', async () => {
  counter(found, undefined, [new Response(JSON.stringify(NOBODYS), { status: 404 })])
  type(CODE, 'ZZ9999')
  type(AMOUNT, '700')
  await press('Award points')
  expect(await screen.findByText('Failed to award points')).toBeDefined()
  type(CODE, 'KH0001')
  await press('Award points')
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Failed to award points')).toBeNull(), { timeout: 2_000 })
})

it("an award in this page's memory alone is not called saved, and the page warns before it closes (private windows)", async () => {
  const leave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  counter()
  expect(leave()).toBe(true)
  type(CODE, 'KH0001')
  type(AMOUNT, '500')
  await press('Award points')
  expect((await screen.findByTestId('award-waits')).textContent).toMatch(
    /^1 point for KH\s0001 saved on this page only/,
  )
  expect(leave()).toBe(false)
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(leave()).toBe(true))
})

it('repeating a waiting award asks first, because it may seem lost', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const awarded = counter()
  const award = async (receipt: string): Promise<void> => {
    type(CODE, 'kh 0001')
    type(AMOUNT, '1249')
    type('Receipt number', receipt)
    await press('Award points')
  }
  const waiting = (): number => screen.queryByTestId('waiting-awards')?.querySelectorAll('li').length ?? 0
  await award('')
  await waitFor(() => expect(waiting()).toBe(1))
  await award('R1')
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(
    /^The same award is already waiting1,249\sAMD for KH\s0001 is saved/,
  )
  await press("Don't award again")
  await waitFor(() => expect([field(CODE).value, document.activeElement, waiting()]).toEqual(['', field(CODE), 1]))
  await award('R1')
  await press('Different purchase, award')
  await waitFor(() => expect(waiting()).toBe(2))
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect([awarded.length, waiting()]).toEqual([2, 0]))
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startWords } from '#web/lib/i18n.ts'
import { VerifyForm } from './verify-form.tsx'

beforeAll(() => startWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

/** A code typed into the form and sent off. */
async function verify(code: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Redemption code'), { target: { value: code } })
  await act(async () => screen.getByRole('button', { name: 'Verify' }).click())
}

it.each([
  ['too short', 'K7M', 'Invalid redemption code'],
  ["a buyer's code", 'KH0001', 'This is a buyer ID'],
])('what is to be given for the last code does not stand there for the next one, which the form refuses: %s (R170)', async (_, refused, why) => {
  const verified = { redemptionId: 'r', perk: { name: 'Coffee', pointsRequired: '3.0' }, buyer: { buyerId: 'KH0001' }, message: '' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(verified)))
  render(<VerifyForm businessId={7} />)
  await verify('K7MNP2QR')
  expect((await screen.findByTestId('verify-result')).textContent).toContain('Coffee')
  await verify(refused)
  expect(screen.getByRole('alert').textContent).toContain(why)
  expect(screen.queryByTestId('verify-result')).toBeNull()
})

it('what is to be given stays where the field is empty: a second Enter is no next code', async () => {
  const verified = { redemptionId: 'r', perk: { name: 'Coffee', pointsRequired: '3.0' }, buyer: { buyerId: 'KH0001' }, message: '' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(verified)))
  render(<VerifyForm businessId={7} />)
  await verify('K7MNP2QR')
  await verify('')
  expect(screen.getByTestId('verify-result').textContent).toContain('Coffee')
})

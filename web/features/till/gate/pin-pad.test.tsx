import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { tillUnlock } from '#web/lib/outbox/till-unlock.ts'
import {
  COUNTER,
  DAVIT,
  key,
  openTill,
  PIN,
  press,
  refusal,
  seesCounter,
  server,
  startTablets,
  typePin,
} from './testing/tablet.tsx'

startTablets()

const said = (): string | null => screen.getByRole('alert').textContent

it('the keys of the screen unlock, and a wrong digit can be deleted', async () => {
  await openTill()
  await press('Davit Cashier')
  for (const name of ['9', 'Delete the last digit', ...Array.from(PIN), 'Unlock']) await press(name)
  expect(await screen.findByText(COUNTER)).toBeDefined()
  expect(tillUnlock()).toBe(`${DAVIT}.1.proof`)
})

it('the keyboard types wherever the focus is, also on an Armenian layout', async () => {
  await openTill({ names: ['Ani Petrosyan'] })
  const armenian = (code: string) =>
    act(async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'թ', code, bubbles: true })))
  await armenian('Digit4')
  for (const digit of '711') await key(digit)
  expect(screen.getByText('4 digits entered')).toBeDefined()
  await key('Enter')
  expect(await screen.findByText(COUNTER)).toBeDefined()
})

it('a shop of one person asks for the PIN at once, and has nobody else to choose', async () => {
  await openTill({ names: ['Ani Petrosyan'] })
  expect(await screen.findByRole('heading', { name: 'Ani Petrosyan' })).toBe(document.activeElement)
  expect(screen.queryByRole('button', { name: 'Someone else' })).toBeNull()
})

it('a short PIN is not sent, and a wrong one is said, leaves no digits and unlocks nothing', async () => {
  await openTill()
  await press('Ani Petrosyan Cashier')
  await typePin('12')
  expect(said()).toBe('A PIN has 4 to 8 digits')
  await typePin('34')
  await waitFor(() => expect(said()).toBe('Wrong PIN'))
  expect([seesCounter(), screen.queryByText(/digits? entered/)]).toEqual([false, null])
  await key('Escape')
  expect(screen.getByRole('heading', { name: 'Who is at the till?' })).toBeDefined()
})

it('after too many wrong PINs the pad says how long to wait, and takes digits again after that', async () => {
  await openTill()
  server.refusals = [refusal(429, 'too_many_attempts', { 'retry-after': '61' })]
  await press('Ani Petrosyan Cashier')
  await typePin('1234')
  await waitFor(() => expect(said()).toContain('Too many wrong PINs. Next try in 1:01.'))
  await typePin(PIN)
  expect(seesCounter()).toBe(false)
  const later = Date.now() + 61_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await waitFor(() => expect(said()).toBe(''))
  await typePin(PIN)
  expect(await screen.findByText(COUNTER)).toBeDefined()
})

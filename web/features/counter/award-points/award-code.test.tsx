import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AMOUNT, CODE, counter, field, found, NOBODYS, scan, startCounters, type } from './testing/counter.tsx'

startCounters()

it('a scanned code fills the field and moves on to the amount before the server has verified it (R91)', async () => {
  let answer = (_: Response): void => undefined
  counter(() => new Promise((resolve) => (answer = resolve)))
  await scan('kh 0001')
  expect(field(CODE).value).toBe('KH0001')
  await waitFor(() => expect(document.activeElement).toBe(field(AMOUNT)))
  await act(async () => answer(found('KH0001')))
  expect(await screen.findByText('Buyer found: KH 0001')).toBeDefined()
  expect(document.activeElement).toBe(field(AMOUNT))
})

it('offline, a scanned code stays, and the cashier is told that the award goes on (R214)', async () => {
  counter(() => Promise.reject(new TypeError('offline')))
  await scan('KH0001')
  expect(await screen.findByText('Failed to verify buyer')).toBeDefined()
  expect(screen.getByText(/^The code stays/)).toBeDefined()
  expect(field(CODE).value).toBe('KH0001')
})

it('a late reply about another code neither fills the field nor shows (R91)', async () => {
  let answer = (_: Response): void => undefined
  counter(() => new Promise((resolve) => (answer = resolve)))
  await scan('KH0001')
  type(CODE, 'AN1234')
  await act(async () => answer(found('KH0001')))
  expect(field(CODE).value).toBe('AN1234')
  expect(screen.queryByText(/^Buyer found/)).toBeNull()
})

it('an unknown code is reported beside the field for as long as it is there (R91, R214)', async () => {
  counter(() => new Response(JSON.stringify(NOBODYS), { status: 404 }))
  await scan('ZZ9999')
  expect((await screen.findByRole('alert')).textContent).toBe('Buyer not found')
  expect([field(CODE).value, field(CODE).getAttribute('aria-invalid')]).toEqual(['ZZ9999', 'true'])
  type(CODE, 'KH0001')
  expect(field(CODE).getAttribute('aria-invalid')).toBeNull()
})

it('a redemption code leaves the field unchanged and focused (H14)', async () => {
  counter()
  type(CODE, 'AN1234')
  await scan('K7MNP2QR')
  expect(await screen.findByText(/^This is a redemption code/)).toBeDefined()
  expect(field(CODE).value).toBe('AN1234')
  await waitFor(() => expect(document.activeElement).toBe(field(CODE)))
})

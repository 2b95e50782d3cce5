import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AMOUNT, CODE, counter, field, found, NOBODYS, scan, startCounters, type } from './testing/counter.tsx'

startCounters()

it('a scanned code stands in the field at once and the amount is next, before anybody has answered whose it is (R91)', async () => {
  let answer = (_: Response): void => undefined
  counter(() => new Promise((resolve) => (answer = resolve)))
  await scan('kh 0001')
  expect(field(CODE).value).toBe('KH0001')
  await waitFor(() => expect(document.activeElement).toBe(field(AMOUNT)))
  await act(async () => answer(found('KH0001')))
  expect(await screen.findByText('Buyer found: KH 0001')).toBeDefined()
  expect(document.activeElement).toBe(field(AMOUNT))
})

it('without a connection a scanned code is kept, and it is said that the award goes on (R214)', async () => {
  counter(() => Promise.reject(new TypeError('offline')))
  await scan('KH0001')
  expect(await screen.findByText('Failed to verify buyer')).toBeDefined()
  expect(screen.getByText(/^The code is kept/)).toBeDefined()
  expect(field(CODE).value).toBe('KH0001')
})

it('a late answer about another code neither fills the field nor is said (R91)', async () => {
  let answer = (_: Response): void => undefined
  counter(() => new Promise((resolve) => (answer = resolve)))
  await scan('KH0001')
  type(CODE, 'AN1234')
  await act(async () => answer(found('KH0001')))
  expect(field(CODE).value).toBe('AN1234')
  expect(screen.queryByText(/^Buyer found/)).toBeNull()
})

it('a code that nobody has is said to be so, beside the field for as long as it stands there (R91, R214)', async () => {
  counter(() => new Response(JSON.stringify(NOBODYS), { status: 404 }))
  await scan('ZZ9999')
  expect((await screen.findByRole('alert')).textContent).toBe('Buyer not found')
  expect([field(CODE).value, field(CODE).getAttribute('aria-invalid')]).toEqual(['ZZ9999', 'true'])
  type(CODE, 'KH0001')
  expect(field(CODE).getAttribute('aria-invalid')).toBeNull()
})

it('a perk code leaves the field as it is, and the focus in it (H14)', async () => {
  counter()
  type(CODE, 'AN1234')
  await scan('K7MNP2QR')
  expect(await screen.findByText(/^This is a redemption code/)).toBeDefined()
  expect(field(CODE).value).toBe('AN1234')
  await waitFor(() => expect(document.activeElement).toBe(field(CODE)))
})

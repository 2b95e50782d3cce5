import { expect, it } from 'vitest'
import { formatPhone } from './format-phone.ts'

it.each([
  ['+37491123456', '+374 91 12 34 56'],
  ['+374 10 00 00 00', '+374 10 00 00 00'],
  ['+374 91 123456', '+374 91 12 34 56'],
  ['+33612345678', '+33612345678'],
  ['+3749112345', '+3749112345'],
])('%s is shown as %s', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown)
})

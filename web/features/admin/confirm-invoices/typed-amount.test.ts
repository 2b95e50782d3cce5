import { expect, it } from 'vitest'
import { typedAmount } from './typed-amount.ts'

it.each([
  ['39900', 39_900],
  [' 39 900 ', 39_900],
  ['39\u00a0900', 39_900],
  // A comma is a decimal sign in one language and between thousands in the other.
  ['39,900', undefined],
  ['39.5', undefined],
  ['-1', undefined],
  ['0', undefined],
  ['', undefined],
  ['2147483648', undefined],
])('%s is %s drams', (typed, amount) => {
  expect(typedAmount(typed)).toBe(amount)
})

// @vitest-environment node
import { expect, it } from 'vitest'
import { initialsOf } from './initials-of.ts'

it.each([
  ['Կոֆե Տուն', 'ԿՏ'],
  ['Kofe Tun', 'KT'],
  ['Հաց և Գինի', 'ՀԳ'],
  ['Bread and Wine', 'BW'],
  ['«Արաքս» սրճարան', 'Ա'],
  ["Ani's Café", 'AC'],
  ["'Lav' Pizza", 'LP'],
  ['сладкий дом', 'СД'],
  ['Գաթանոց', 'Գ'],
  ['24 Ժամ', '2Ժ'],
  ['евroծն', 'Е'],
])('the name %s is shortened to %s', (name, letters) => {
  expect(initialsOf(name)).toBe(letters)
})

it('a name without letters, as of a closed business, has no initials', () => {
  expect(['', '☕', ' – '].map(initialsOf)).toEqual(['', '', ''])
})

import { expect, it } from 'vitest'
import { phoneBeginning } from './phone.ts'

it.each([
  ['091123456', '+37491123456'],
  ['91 12 34 56', '+37491123456'],
  ['+374 91-12', '+3749112'],
  ['0037491', undefined],
  ['00374911', '+374911'],
  ['0911', '+374911'],
  ['091', undefined],
  ['374', undefined],
  ['374911234', '+374911234'],
  ['+7 912', '+7912'],
  ['007912', '+7912'],
  ['+7 (912) 345-67-89', '+79123456789'],
])('%s may be the beginning of the number %s', (typed, beginning) => expect(phoneBeginning(typed)).toBe(beginning))

it.each([
  '',
  '+',
  '1042',
  '9112',
  'N 1042',
  'AN 1234',
  'ani@hatik.test',
  '+374abc',
  '0',
  '00',
  '+3749112345678901',
  '+37491123456789012',
])('%j is not the beginning of a number', (typed) => expect(phoneBeginning(typed)).toBeUndefined())

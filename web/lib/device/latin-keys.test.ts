import { expect, it } from 'vitest'
import { latinSign } from './latin-keys.ts'

const key = (key: string, code: string, more: Partial<Parameters<typeof latinSign>[0]> = {}) =>
  latinSign({ key, code, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...more })

it.each([
  ['կ', 'KeyK', 'K'],
  ['Հ', 'KeyH', 'H'],
  ['և', 'KeyW', 'W'],
  // The row of digits of the layout that Windows calls Eastern Armenian.
  [':', 'Digit1', '1'],
  ['ձ', 'Digit2', '2'],
  ['՛', 'Digit4', '4'],
  [',', 'Digit5', '5'],
  ['-', 'Digit6', '6'],
  ['օ', 'Digit0', '0'],
])('on an Armenian layout %s of the key %s is %s (H12)', (typed, code, sign) => expect(key(typed, code)).toBe(sign))

it('a scanner that holds Shift for its capitals is understood too', () =>
  expect(key('Կ', 'KeyK', { shiftKey: true })).toBe('K'))

it.each([
  ['k', 'KeyK'],
  ['7', 'Digit7'],
  ['-', 'Minus'],
  // What looks like a Latin letter stands on another key than that letter (H12).
  ['К', 'KeyR'],
  ['Enter', 'Enter'],
  ['կ', ''],
  ['ռ', 'Minus'],
])('%s of the key %s is left as it is', (typed, code) => expect(key(typed, code)).toBeUndefined())

it.each(['ctrlKey', 'altKey', 'metaKey'] as const)('what is no typing is left alone: %s', (modifier) =>
  expect(key('կ', 'KeyC', { [modifier]: true })).toBeUndefined(),
)

it('the signs above the digits are no digits', () => expect(key('!', 'Digit1', { shiftKey: true })).toBeUndefined())

import { expect, it } from 'vitest'
import { latinSign } from './latin-keys.ts'

const key = (key: string, code: string, more: Partial<Parameters<typeof latinSign>[0]> = {}) =>
  latinSign({ key, code, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...more })

it.each([
  ['կ', 'KeyK', 'K'],
  ['Հ', 'KeyH', 'H'],
  ['և', 'KeyW', 'W'],
  // The digit row of Windows' Eastern Armenian layout.
  [':', 'Digit1', '1'],
  ['ձ', 'Digit2', '2'],
  ['՛', 'Digit4', '4'],
  [',', 'Digit5', '5'],
  ['-', 'Digit6', '6'],
  ['օ', 'Digit0', '0'],
])('on an Armenian layout %s of the key %s is %s (H12)', (typed, code, sign) => expect(key(typed, code)).toBe(sign))

it('a scanner that holds Shift for capitals works too', () => expect(key('Կ', 'KeyK', { shiftKey: true })).toBe('K'))

it.each([
  ['k', 'KeyK'],
  ['7', 'Digit7'],
  ['-', 'Minus'],
  // Cyrillic К is on another key than Latin K (H12).
  ['К', 'KeyR'],
  ['Enter', 'Enter'],
  ['կ', ''],
  ['ռ', 'Minus'],
])('%s of the key %s is unchanged', (typed, code) => expect(key(typed, code)).toBeUndefined())

it.each(['ctrlKey', 'altKey', 'metaKey'] as const)('leaves keys that type nothing alone: %s', (modifier) =>
  expect(key('կ', 'KeyC', { [modifier]: true })).toBeUndefined(),
)

it('the symbols above the digits are not digits', () => expect(key('!', 'Digit1', { shiftKey: true })).toBeUndefined())

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { AwardPreview } from './award-preview.tsx'

const shown = (amount: string): string =>
  (render(<AwardPreview amount={amount} />).container.textContent ?? '').replaceAll('\u00a0', ' ')

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

describe('before an award the cashier sees', () => {
  it('the points, their calculation and the remainder that does not count (H1)', () => {
    expect(shown('1249')).toBe('1,249 AMD = 24 × 50 → 2.4 points, 49 AMD not counted')
  })

  it('no remainder if there is none', () => {
    expect(shown('500')).toBe('500 AMD = 10 × 50 → 1 point')
  })

  it.each(['', '49', '50.9', '5e3', '٥٠٠', '-500', '9007199254740992'])(
    'the rule while the amount is invalid: %s (R166, R167)',
    (amount) => {
      expect(shown(amount)).toBe('Minimum transaction: 50 AMD. Buyers get 1 point per each 500 AMD in their purchase.')
    },
  )

  it.each([
    '12 500',
    ' 12\u00a0500',
    '12,500',
    '12.500',
    '֏12500',
    '12 500 դրամ',
    '12500 դր.',
    '12.500 AMD',
    '１２５００',
  ])('how to write an amount that is typed as printed: %j is invalid (R167)', (amount) => {
    expect(shown(amount)).toBe('Enter the amount without spaces or signs: 12500')
  })

  it.each(['1249,00', '1249.5', '12 50', '1 2 3', '1249,00 ֏', '֏', '1249 կգ'])(
    'no guess at an ambiguous amount: %j',
    (amount) => {
      expect(shown(amount)).toContain('Minimum transaction')
    },
  )
})

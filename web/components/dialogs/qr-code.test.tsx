import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { QrCode } from './qr-code.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('a code is 200 by 200 with a margin of two modules (R175)', () => {
  render(<QrCode text="AN1234" label="Your buyer ID: AN1234" />)
  const picture = screen.getByRole('img', { name: 'Your buyer ID: AN1234' })
  // Version 1 has 21 modules; two of margin on each side make 25.
  expect([picture.getAttribute('width'), picture.getAttribute('height'), picture.getAttribute('viewBox')]).toEqual([
    '200',
    '200',
    '0 0 25 25',
  ])
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M2 2h7/)
})

it('reports a text too long for a code (R175)', () => {
  render(<QrCode text={'x'.repeat(5_000)} label="Too long" />)
  expect(screen.getByRole('alert').textContent).toBe('Failed to generate QR code')
})

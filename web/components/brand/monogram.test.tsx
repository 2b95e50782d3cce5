import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { BusinessLogo } from './business-logo.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

function faceOf(name: string): HTMLElement {
  const { container } = render(<BusinessLogo logoUrl={null} name={name} className="size-10" />)
  return container.querySelector<HTMLElement>('[data-fallback]') ?? expect.fail('No face')
}
const colourOf = (name: string): string | undefined => /bg-face-\d/.exec(faceOf(name).className)?.[0]

it('a business without a logo has its initials for a face, hidden from screen readers and translators', () => {
  const face = faceOf('Կոֆե Տուն')
  expect([face.textContent, face.getAttribute('aria-hidden'), face.getAttribute('translate')]).toEqual([
    'ԿՏ',
    'true',
    'no',
  ])
})

it("a name's colour stays the same, and names share all eight colours", () => {
  expect(colourOf('Կոֆե Տուն')).toBe(colourOf('Կոֆե Տուն'))
  const names = Array.from({ length: 64 }, (_, index) => `Business ${index}`)
  expect(new Set(names.map(colourOf)).size).toBe(8)
})

it('a closed business, which has lost its name, has a neutral face without letters (H25)', () => {
  const face = faceOf('')
  expect([face.textContent, /bg-face/.test(face.className)]).toEqual(['', false])
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { hasPoster } from '#web/lib/calls/posters.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { Posters } from './posters.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())
afterEach(() => vi.restoreAllMocks())

const ID = 7

it('each sheet can be downloaded in both languages, whatever the language of the screen', () => {
  render(<Posters businessId={ID} />)
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    (
      [
        ['Poster', 'a4'],
        ['Table card', 'a5'],
        ['Sticker', 'a6'],
      ] as const
    ).flatMap(([name, size]) => [
      [`${name}Հայերեն`, `/api/business/${ID}/posters/${size}.pdf?language=am`],
      [`${name}English`, `/api/business/${ID}/posters/${size}.pdf?language=en`],
    ]),
  )
})

it('a download that failed does not count as the first poster, one that was saved does', async () => {
  const refused = () => Response.json({ code: 'forbidden', message: 'no', requestId: 'r' }, { status: 403 })
  const saved = () => new Response('%PDF-', { headers: { 'content-disposition': 'attachment; filename="poster.pdf"' } })
  let answer = refused
  vi.stubGlobal('fetch', async () => answer())
  // The document of the tests has neither.
  Object.assign(URL, { createObjectURL: () => 'blob:poster', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  render(<Posters businessId={ID} />)
  const link = () => screen.getAllByRole('link')[0]!
  const press = () => act(async () => void fireEvent.click(link()))
  await press()
  await expect.poll(() => link().getAttribute('aria-busy')).toBeNull()
  expect(hasPoster(ID)).toBe(false)
  answer = saved
  await press()
  await expect.poll(() => hasPoster(ID)).toBe(true)
})

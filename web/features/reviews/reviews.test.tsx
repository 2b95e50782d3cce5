import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Review } from '#contracts/reviews.ts'
import { Toaster } from '#web/components/toast.tsx'
import { startWords } from '#web/lib/i18n.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { RatingLine } from './rating-line.tsx'
import { Reviews } from './reviews.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const review: Review = { id: 1, rating: 5, comment: 'Good', createdAt: '2026-11-20T10:00:00Z', updatedAt: '2026-11-20T10:00:00Z', buyer: { firstName: 'Ani' }, own: false }

it.each([['am', 'Այլ կարծիքներ', 'Մնացած կարծիքները չհաջողվեց բեռնել', 'Կապ չկա'], ['en', 'More reviews', 'More reviews could not be read', 'There is no connection']] as const)(
  'reviews that could not be fetched are spoken of, and those that are there stay (%s)',
  async (language, more, failed, why) => {
    await startWords(language)
    vi.stubGlobal('fetch', async (path: string) => {
      if (path.includes('before=')) throw new TypeError('no network')
      return new Response(JSON.stringify([review]), { headers: { 'next-cursor': '1' } })
    })
    render(
      <ReadProvider userId={language === 'am' ? 61 : 62}>
        <Reviews slug="kofe-tun" />
        <Toaster />
      </ReadProvider>,
    )
    fireEvent.click(await screen.findByRole('button', { name: more }))
    expect(await screen.findByText(failed)).toBeTruthy()
    expect(document.body.textContent).toContain(why)
    expect(screen.getByText('Good')).toBeTruthy()
    expect(screen.getByRole('button', { name: more })).toBeTruthy()
  },
)

it.each([['am', '12 345 կարծիք'], ['en', '12,345 reviews']] as const)('the number of reviews is written as numbers are in the reader’s language (%s)', async (language, words) => {
  await startWords(language)
  vi.stubGlobal('fetch', async () => Response.json({ averageRating: 4.5, totalReviews: 12_345 }))
  render(
    <ReadProvider userId={language === 'am' ? 67 : 68}>
      <RatingLine slug={`kofe-${language}`} />
    </ReadProvider>,
  )
  expect((await screen.findByTestId('rating')).textContent?.replaceAll('\u00a0', ' ')).toContain(words)
})

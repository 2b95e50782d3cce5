import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Review } from '#contracts/calls/reviews.ts'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { setUser } from '#web/lib/session/session.ts'
import { RatingLine } from './rating-line.tsx'
import { Reviews } from './reviews.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())
afterEach(() => setUser(null))

const review: Review = {
  id: 1,
  rating: 5,
  comment: 'Good',
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  buyer: { firstName: 'Ani' },
  own: false,
}
const own: Review = { ...review, id: 2, rating: 4, comment: 'Mine', own: true }
const ANI: SessionUser = {
  id: 69,
  buyerId: 'AN1234',
  firstName: 'Ani',
  lastName: 'Sargsyan',
  email: 'ani@hatik.test',
  phone: null,
  role: 'buyer',
  language: 'en',
}

it.each([
  ['am', 'Այլ կարծիքներ', 'Մնացած կարծիքները չհաջողվեց բեռնել', 'Կապ չկա'],
  ['en', 'More reviews', 'Could not load more reviews', 'You are offline'],
] as const)(
  'reports reviews that failed to load, and keeps the loaded ones (%s)',
  async (language, more, failed, why) => {
    await startAllWords(language)
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

it.each([
  ['am', '12 345 կարծիք'],
  ['en', '12,345 reviews'],
] as const)("writes the number of reviews in the reader's format (%s)", async (language, words) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () => Response.json({ averageRating: 4.5, totalReviews: 12_345 }))
  render(
    <ReadProvider userId={language === 'am' ? 67 : 68}>
      <RatingLine slug={`kofe-${language}`} />
    </ReadProvider>,
  )
  expect((await screen.findByTestId('rating')).textContent?.replaceAll('\u00a0', ' ')).toContain(words)
})

it.each([
  [
    'written',
    {
      code: 'review_exists',
      status: 409,
      before: [],
      after: [own],
      open: 'Write a review',
      sent: 'Send review',
      then: 'Save',
      again: 'PATCH',
    },
  ],
  [
    'deleted',
    {
      code: 'review_not_found',
      status: 404,
      before: [own],
      after: [],
      open: 'Edit',
      sent: 'Save',
      then: 'Send review',
      again: 'POST',
    },
  ],
])(
  'a review that was %s on another screen is saved as far as possible (R119)',
  async (_, { code, status, before, after, open, sent, then, again }) => {
    await startAllWords('en')
    const methods: string[] = []
    vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit) => {
      if (method === 'GET') return Response.json(methods.length === 0 ? before : after)
      methods.push(method)
      return methods.length === 1
        ? Response.json({ code, message: 'no', requestId: 'r' }, { status })
        : Response.json({ message: 'yes' })
    })
    setUser(ANI)
    render(
      <ReadProvider userId={ANI.id}>
        <Reviews slug={`kofe-${code}`} />
      </ReadProvider>,
    )
    fireEvent.click(await screen.findByRole('button', { name: open }))
    fireEvent.click(await screen.findByRole('radio', { name: '5 stars' }))
    fireEvent.click(screen.getByRole('button', { name: sent }))
    fireEvent.click(await screen.findByRole('button', { name: then }))
    await waitFor(() => expect(methods.at(-1)).toBe(again))
    expect(methods.length).toBe(2)
  },
)

it('the focus moves into the review form and back to its button, and with "more" to the first new review', async () => {
  await startAllWords('en')
  const reviews: Review[] = [review]
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    if (path.includes('before='))
      return Response.json([
        { ...review, id: 3, comment: 'Older' },
        { ...review, id: 4, comment: 'Oldest' },
      ])
    if (method === 'GET') return Response.json(reviews, { headers: { 'next-cursor': '1' } })
    reviews.unshift(own)
    return Response.json({ message: 'yes' })
  })
  setUser(ANI)
  render(
    <ReadProvider userId={ANI.id}>
      <Reviews slug="kofe-focus" />
    </ReadProvider>,
  )
  const press = async (name: string): Promise<void> => {
    const button = await screen.findByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  const focused = (): string | null | undefined => document.activeElement?.textContent
  await press('Write a review')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star' })))
  await press('Cancel')
  await waitFor(() => expect(focused()).toBe('Write a review'))
  await press('Write a review')
  fireEvent.click(await screen.findByRole('radio', { name: '4 stars' }))
  await press('Send review')
  await waitFor(() => expect(focused()).toBe('Edit'))
  await press('Edit')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: '4 stars' })))
  await press('Cancel')
  await press('More reviews')
  await waitFor(() => expect(focused()).toMatch(/^Ani.*Older/))
  expect(screen.queryByRole('button', { name: 'More reviews' })).toBeNull()
})

it('a review being sent cannot be cancelled (R119)', async () => {
  await startAllWords('en')
  let answer = (_reply: Response): void => undefined
  vi.stubGlobal('fetch', (_path: string, { method = 'GET' }: RequestInit) =>
    method === 'GET' ? Promise.resolve(Response.json([])) : new Promise<Response>((resolve) => (answer = resolve)),
  )
  setUser(ANI)
  render(
    <ReadProvider userId={ANI.id}>
      <Reviews slug="kofe-busy" />
    </ReadProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  fireEvent.click(await screen.findByRole('radio', { name: '5 stars' }))
  await act(async () => screen.getByRole('button', { name: 'Send review' }).click())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  await act(async () => answer(Response.json({ message: 'yes' })))
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

it('the form does not take the focus from someone who moved on before its code arrived', async () => {
  await startAllWords('en')
  vi.stubGlobal('fetch', async () => Response.json([]))
  const { default: ReviewForm } = await import('./review-form.tsx')
  render(
    <ReadProvider userId={ANI.id}>
      <input aria-label="search" autoFocus />
    </ReadProvider>,
  )
  render(
    <ReadProvider userId={ANI.id}>
      <ReviewForm slug="kofe-late" buyerId={ANI.id} onDone={() => undefined} />
    </ReadProvider>,
  )
  expect(await screen.findByRole('radio', { name: '5 stars' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('search'))
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Perk } from '#contracts/calls/business.ts'
import type { AvailablePerk, Redemption } from '#contracts/calls/buyer.ts'
import { ERRORS, type ErrorCode } from '#contracts/calls/errors.ts'
import type { Review } from '#contracts/calls/reviews.ts'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { sonner } from '#web/components/feedback/toast-place.tsx'
import { LONG_TOAST_MS, Toaster } from '#web/components/feedback/toast.tsx'
import { AwardForm } from '#web/features/counter/award-points/award-form.tsx'
import { DeleteAccount } from '#web/features/person/delete-account/delete-account.tsx'
import { PerkGrid } from '#web/features/owner/keep-perks/perk-grid.tsx'
import { AvailablePerks } from '#web/features/buyer/redeem-perk/available-perks.tsx'
import { Reviews } from '#web/features/buyer/reviews/reviews.tsx'
import { ReadyCodes } from '#web/features/buyer/see-redemptions/ready-codes.tsx'
import { SignInForm } from '#web/features/visitor/sign-in/sign-in-form.tsx'
import { startAllWords } from '../../infra/testing/all-words.ts'
import { wordsOf, type Words } from '../../infra/testing/browser/e2e-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { setUser } from '#web/lib/session/session.ts'

const WORDS = { am: wordsOf('am'), en: wordsOf('en') }
type Act = {
  what: string
  refusal: ErrorCode
  screen: () => ReactNode
  /** Replies to reads, by the end of their path. */
  reads?: Record<string, unknown>
  does: (words: Words) => Promise<void>
  /** The whole message. */
  said: (words: Words) => string[]
  long?: boolean
}

const ANI: SessionUser = {
  id: 7,
  buyerId: 'AN1234',
  firstName: 'Ani',
  lastName: 'Sargsyan',
  email: 'ani@hatik.test',
  phone: null,
  role: 'buyer',
  language: 'en',
}
const at = '2026-11-20T10:00:00Z'
const business = { id: 9, businessName: 'Café', closed: false, takesPart: true }
const available: AvailablePerk = {
  id: 3,
  name: 'Gata',
  description: 'Warm',
  pointsRequired: '2.0',
  pictureUrl: null,
  canRedeem: true,
  business,
}
const pending: Redemption = {
  id: 'r',
  perkId: 3,
  redemptionCode: 'K7MNP2QR',
  isUsed: false,
  points: '2.0',
  createdAt: at,
  usedAt: null,
  perk: { name: 'Gata' },
  business,
}
const perk: Perk = { id: 3, name: 'Gata', description: 'Warm', pointsRequired: '2.0', pictureUrl: null }
const review: Review = {
  id: 2,
  rating: 4,
  comment: 'Mine',
  createdAt: at,
  updatedAt: at,
  buyer: { firstName: 'Ani' },
  own: true,
}

const named = (label: string, perkName: string): string => label.replace('{{perk}}', perkName)
async function press(name: string): Promise<void> {
  const button = (await screen.findAllByRole('button', { name })).at(-1)
  await act(async () => button?.click())
}
const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
async function award(words: Words): Promise<void> {
  type(words.award.code, 'KH0001')
  type(words.award.amount, '1249')
  await press(words.award.submit)
}
async function write(words: Words, opens: string, sends: string): Promise<void> {
  await press(opens)
  fireEvent.click(await screen.findByRole('radio', { name: words.reviews.star_other.replace('{{count}}', '5') }))
  await press(sends)
}

const ACTS: Act[] = [
  {
    what: 'a sign-in after too many (R207)',
    refusal: 'sign_in_rate_limited',
    screen: () => <SignInForm onTrialExpired={() => undefined} refused={() => null} />,
    async does(words) {
      type(words.signIn.email, 'ani@hatik.test')
      type(words.signIn.password, 'Correct-horse-1')
      await press(words.signIn.submit)
    },
    said: (words) => [words.errors.sign_in_rate_limited],
  },
  {
    what: 'a redemption beyond the points (R210)',
    refusal: 'insufficient_points',
    screen: () => <AvailablePerks buyerUserId={ANI.id} />,
    reads: { 'available-perks': [available] },
    async does(words) {
      await press(named(words.redeem.buttonFor, 'Gata'))
      await press(words.redeem.go)
    },
    said: (words) => [words.dashboardErrors.insufficient_points],
  },
  {
    what: 'a redemption for another reason (R210)',
    refusal: 'perk_not_found',
    screen: () => <AvailablePerks buyerUserId={ANI.id} />,
    reads: { 'available-perks': [available] },
    async does(words) {
      await press(named(words.redeem.buttonFor, 'Gata'))
      await press(words.redeem.go)
    },
    said: (words) => [words.redeem.failed, words.dashboardErrors.perk_not_found],
  },
  {
    what: 'an award beyond the plan (R212)',
    refusal: 'transaction_limit_exceeded',
    screen: () => <AwardForm businessId={9} />,
    does: award,
    said: (words) => [words.award.limitReached, words.award.upgradePlan],
    long: true,
  },
  {
    what: 'an award for another reason (R212)',
    refusal: 'business_not_active',
    screen: () => <AwardForm businessId={9} />,
    does: award,
    said: (words) => [words.award.failed, words.errors.business_not_active],
    long: true,
  },
  {
    what: 'a cancellation (R211)',
    refusal: 'redemption_not_found',
    screen: () => <ReadyCodes buyerUserId={ANI.id} />,
    reads: { redemptions: [pending] },
    async does(words) {
      await press(named(words.redemptions.cancelFor, 'Gata'))
      await press(words.redemptions.cancelIt)
    },
    said: (words) => [words.redemptions.cancelFailed, words.dashboardErrors.redemption_not_found],
  },
  {
    what: 'the deletion of a perk (R213, R227)',
    refusal: 'perk_not_found',
    screen: () => <PerkGrid businessId={9} />,
    reads: { perks: [perk] },
    async does(words) {
      await press(named(words.perks.deleteFor, 'Gata'))
      await press(words.perks.delete)
    },
    said: (words) => [words.perks.deleteFailed, words.dashboardErrors.perk_not_found],
    long: true,
  },
  {
    what: 'the deletion of an account (R216, R227)',
    refusal: 'visit_forbidden',
    screen: () => <DeleteAccount user={ANI} onDone={() => undefined} />,
    async does(words) {
      await press(words.deletion.button)
      await press(words.deletion.go)
    },
    said: (words) => [words.deletion.failed, words.dashboardErrors.visit_forbidden],
    long: true,
  },
  {
    what: 'a new review (R218)',
    refusal: 'review_exists',
    screen: () => <Reviews slug="kofe-tun" />,
    reads: { reviews: [] },
    does: (words) => write(words, words.reviews.write, words.reviews.submit),
    said: (words) => [words.reviews.submitFailed, words.dashboardErrors.review_exists],
  },
  {
    what: 'a changed review (R218)',
    refusal: 'review_not_found',
    screen: () => <Reviews slug="kofe-tun" />,
    reads: { reviews: [review] },
    does: (words) => write(words, words.reviews.edit, words.reviews.save),
    said: (words) => [words.reviews.submitFailed, words.dashboardErrors.review_not_found],
  },
  {
    what: 'the deletion of a review (R218, R227)',
    refusal: 'review_not_found',
    screen: () => <Reviews slug="kofe-tun" />,
    reads: { reviews: [review] },
    async does(words) {
      await press(words.reviews.delete)
      await screen.findByRole('alertdialog')
      await press(words.reviews.delete)
    },
    said: (words) => [words.reviews.deleteFailed, words.dashboardErrors.review_not_found],
    long: true,
  },
]

afterEach(() => {
  cleanup()
  dropReadCache()
  setUser(null)
  sonner.dismiss()
  vi.unstubAllGlobals()
})

it.each(ACTS.flatMap((one) => (['am', 'en'] as const).map((language) => ({ ...one, language }))))(
  "a refusal of $what is reported in the reader's language ($language)",
  async ({ language, refusal, screen: Screen, reads = {}, does, said, long = false }) => {
    await startAllWords(language)
    const words = WORDS[language]
    const [status, message] = ERRORS[refusal]
    vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
      if (method !== 'GET') return Response.json({ code: refusal, message, requestId: 'r' }, { status })
      const read = Object.entries(reads).find(([end]) => path.endsWith(end))
      return Response.json(read?.[1] ?? [])
    })
    setUser(ANI)
    render(
      <MemoryRouter>
        <ReadProvider userId={ANI.id}>
          <Screen />
          <Toaster />
        </ReadProvider>
      </MemoryRouter>,
    )
    await does(words)
    const [title = '', why = ''] = said(words)
    const shown = (await screen.findByText(title)).closest('li')
    expect(shown?.textContent).toContain(why)
    expect(sonner.getToasts().map((one) => 'duration' in one && one.duration)).toEqual([long ? LONG_TOAST_MS : 5_000])
  },
)

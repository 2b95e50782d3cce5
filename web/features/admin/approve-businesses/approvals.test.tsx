import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Approvals as Waiting } from '#contracts/calls/staff/admin.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { Approvals } from './approvals.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const AT = '2026-01-05T05:05:00.000Z'
const WAITING: Waiting = [
  {
    id: 7,
    businessName: 'Café',
    slug: 'cafe',
    status: 'pending',
    plan: 'starter',
    billingCycle: 'monthly',
    trialEndDate: null,
    subscriptionEndDate: null,
    industry: 'Restaurant',
    createdAt: AT,
    owner: {
      firstName: 'Ani',
      lastName: 'K',
      email: 'ani@hatik.test',
      phone: null,
      legalStatus: 'llc',
      taxId: null,
      emailVerified: true,
      hasIdDocument: false,
    },
    description: 'Coffee and gata.\nEvery morning.',
    phone: '+37477123456',
    address: 'Rizhkov 24',
    website: null,
    facebookUrl: 'javascript:alert(1)',
    instagramUrl: 'https://www.instagram.com/cafe/',
    tiktokUrl: null,
    youtubeUrl: null,
    twitterUrl: null,
    linkedinUrl: null,
    waitingSince: AT,
    amber: false,
  },
]

async function open(language: 'am' | 'en', waiting = WAITING, at = '/'): Promise<void> {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () => Response.json(waiting))
  render(
    <MemoryRouter initialEntries={[at]}>
      <ReadProvider userId={1}>
        <Approvals />
      </ReadProvider>
    </MemoryRouter>,
  )
}

it.each([
  ['en', /^Reject/, 'This cannot be undone.'],
  ['am', /^Մերժել/, 'Մերժումը հնարավոր չէ հետ վերցնել։'],
] as const)(
  'rejecting a registration warns that it is final, unlike a suspension (%s; H22)',
  async (language, reject, words) => {
    await open(language)
    await act(async () => (await screen.findByRole('button', { name: reject })).click())
    expect((await screen.findByRole('dialog')).textContent).toContain(words)
  },
)

it('registrations with an unverified address come last, in a group of their own (H21)', async () => {
  const [cafe] = WAITING
  const unverified = { ...cafe!, id: 8, businessName: 'Gata', owner: { ...cafe!.owner, emailVerified: false } }
  await open('en', [cafe!, unverified])
  const apart = await screen.findByRole('heading', { name: 'Email not verified yet' })
  const isBehind = (name: string) =>
    (apart.compareDocumentPosition(screen.getByRole('article', { name })) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect([isBehind('Café'), isBehind('Gata')]).toEqual([false, true])
  cleanup()
  dropReadCache()
  await open('en', [unverified])
  expect(await screen.findByText('Nobody is waiting')).toBeTruthy()
  cleanup()
  dropReadCache()
  await open('en')
  await screen.findByRole('article', { name: 'Café' })
  expect(screen.queryByText('Email not verified yet')).toBeNull()
})

it('a registration shows its future public page: text, address and links (R114)', async () => {
  await open('en')
  const shown = (await screen.findByRole('heading', { name: 'What its page will show' })).parentElement!
  for (const text of ['Coffee and gata.\nEvery morning.', 'Rizhkov 24', '+374 77 12 34 56'])
    expect(shown.textContent).toContain(text)
  expect(
    within(shown)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
  ).toEqual([['instagram.com/cafe', 'https://www.instagram.com/cafe/', 'noopener noreferrer nofollow']])
})

it('a document loads only on request and reports failure; nothing mentions a missing document or address (H26)', async () => {
  const [cafe] = WAITING
  await open('en', [
    cafe!,
    { ...cafe!, id: 8, businessName: 'Gata', address: null, owner: { ...cafe!.owner, hasIdDocument: true } },
  ])
  const [without, withOne] = [
    await screen.findByRole('article', { name: 'Café' }),
    await screen.findByRole('article', { name: 'Gata' }),
  ]
  expect(within(without).queryByText('ID document')).toBeNull()
  expect(within(without).getByText('Address')).toBeTruthy()
  expect(within(withOne).queryByText('Address')).toBeNull()
  expect(screen.queryByRole('img')).toBeNull()
  await act(async () => within(withOne).getByRole('button', { name: /^Show/ }).click())
  const picture = within(withOne).getByRole('img')
  expect([picture.getAttribute('src'), document.activeElement]).toEqual([
    '/api/admin/businesses/8/id-document',
    picture.closest('a'),
  ])
  fireEvent.error(picture)
  expect([screen.queryByRole('img'), withOne.textContent?.includes('Could not show the document')]).toEqual([
    null,
    true,
  ])
})

it.each([
  ['am', 'Հաստատված', 'Նշել է դիմողը, չի ստուգվել'],
  ['en', 'Verified', 'Stated by the applicant, not verified'],
] as const)(
  'what is verified stands apart from what the applicant stated (%s; H26)',
  async (language, verified, stated) => {
    const [cafe] = WAITING
    await open(language, [cafe!, { ...cafe!, id: 8, owner: { ...cafe!.owner, emailVerified: false } }])
    const [first, second] = await screen.findAllByRole('article')
    const part = (of: HTMLElement, name: string) =>
      within(of).queryByRole('heading', { name })?.parentElement?.textContent
    expect(part(first!, verified)).toContain('ani@hatik.test')
    expect(part(first!, stated)).toContain('Ani K')
    expect(part(first!, stated)).not.toContain('ani@hatik.test')
    expect(part(second!, verified)).toBeUndefined()
    expect(part(second!, stated)).toContain('ani@hatik.test')
  },
)

it('a link to one registration brings the focus to it, although the list comes later', async () => {
  const [cafe] = WAITING
  await open('en', [cafe!, { ...cafe!, id: 8 }], '/admin/dashboard/approvals#business-8')
  await screen.findAllByRole('article')
  expect(document.activeElement?.id).toBe('business-8')
})

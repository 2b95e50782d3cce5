import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { AvailablePerk, BuyerPoints, RedeemReply, Redemption } from '#contracts/calls/buyer.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useRefresh } from '#web/lib/reads/read.ts'
import { AvailablePerks } from './available-perks.tsx'

const BUYER = 7
const PERK: AvailablePerk = {
  id: 3,
  name: 'Gata',
  description: 'Warm',
  pointsRequired: '2.0',
  pictureUrl: null,
  canRedeem: true,
  business: { id: 9, businessName: 'Café' },
}
const REPLY: RedeemReply = {
  redemptionId: 'r',
  redemptionCode: 'K7MNP2QR',
  perk: { name: 'Gata' },
  points: '2.0',
  balance: '8.0',
  message: '',
}

/** As the list's own card would. */
function ReadAgain({ what }: { what: 'points' | 'redemptions' }): ReactNode {
  const refresh = useRefresh()
  return (
    <button type="button" onClick={() => void refresh([`/api/buyer/${BUYER}/${what}`])}>
      Read again
    </button>
  )
}

/** Presses a perk's button and, unless that is busy, says yes to the question. */
async function redeem(button: HTMLElement): Promise<void> {
  await act(async () => button.click())
  const go = screen.queryByRole('button', { name: 'Redeem now' })
  if (go) await act(async () => go.click())
}

function showBeside(other?: ReactNode): void {
  render(
    <ReadProvider userId={BUYER}>
      <AvailablePerks buyerUserId={BUYER} />
      {other}
    </ReadProvider>,
  )
}

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

it('a second tap on the outdated list redeems nothing more, and the code shows meanwhile (C18, R63, R70)', async () => {
  let redeemed = 0
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'POST') {
      redeemed += 1
      return new Response(JSON.stringify(REPLY), { status: 201 })
    }
    if (redeemed > 0) await held
    return new Response(JSON.stringify(path.endsWith('available-perks') ? [PERK] : []))
  })
  showBeside()
  const button = await screen.findByRole('button', { name: 'Redeem: Gata' })
  const tap = (): Promise<void> => redeem(button)
  await tap()
  expect(await screen.findByRole('dialog', { name: 'Your redemption code' })).toBeDefined()
  await tap()
  expect([redeemed, button.getAttribute('aria-busy')]).toEqual([1, 'true'])
  await act(async () => letGo())
  expect(button.getAttribute('aria-busy')).toBeNull()
  await tap()
  expect(redeemed).toBe(2)
})

const LOST_ONE: Redemption = {
  id: 'r1',
  perkId: PERK.id,
  redemptionCode: 'K7MNP2QR',
  isUsed: false,
  points: '2.0',
  createdAt: '2026-11-20T10:00:00Z',
  usedAt: null,
  perk: { name: 'Gata' },
  business: { id: 9, businessName: 'Café', closed: false, takesPart: true },
}

it.each([
  ['that the list has not shown is asked for again', [], [], 1],
  ['that the list shows and is still good is asked for again, and not made twice', [LOST_ONE], [LOST_ONE], 1],
  ['that was used meanwhile is done', [LOST_ONE], [{ ...LOST_ONE, isUsed: true }], 2],
  ['that the list has shown is done, also once it was cancelled and has left the list', [LOST_ONE], [], 2],
] as const)('a redemption whose reply was lost and %s (R66)', async (_, landed, later, actions) => {
  const keys = new Set<string>()
  let listed: readonly Redemption[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method !== 'POST')
      return Response.json(path.endsWith('available-perks') ? [PERK] : path.endsWith('redemptions') ? listed : [])
    keys.add(new Headers(init.headers).get('idempotency-key')!)
    listed = landed
    throw new TypeError('Failed to fetch')
  })
  showBeside(<ReadAgain what="redemptions" />)
  const button = await screen.findByRole('button', { name: 'Redeem: Gata' })
  const press = async (): Promise<void> => {
    await redeem(button)
    // The client retries the write after a second.
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull(), { timeout: 10_000 })
  }
  await press()
  listed = later
  await act(async () => screen.getByRole('button', { name: 'Read again' }).click())
  await press()
  expect(keys.size).toBe(actions)
})

it('sends the shown cost, and after a lost reply the cost of the first press (H9)', async () => {
  const sent: [string | null, unknown][] = []
  let cost = '2.0'
  let answers = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method !== 'POST')
      return Response.json(path.endsWith('available-perks') ? [{ ...PERK, pointsRequired: cost }] : [])
    sent.push([new Headers(init.headers).get('idempotency-key'), JSON.parse(String(init.body))])
    if (!answers) throw new TypeError('Failed to fetch')
    return Response.json({ code: 'perk_costs_more', message: 'no', requestId: 'r' }, { status: 409 })
  })
  showBeside(<Toaster />)
  const button = await screen.findByRole('button', { name: 'Redeem: Gata' })
  const press = async (): Promise<void> => {
    await redeem(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull(), { timeout: 10_000 })
  }
  cost = '3.5'
  await press()
  await screen.findByText(/3.5 points/)
  answers = true
  await press()
  expect(await screen.findByText('This perk now costs more points. Please check it again.')).toBeTruthy()
  const [first] = sent
  for (const one of sent) expect(one).toEqual([first?.[0], { perkId: PERK.id, pointsRequired: 2, perkName: PERK.name }])
  await press()
  expect([sent.at(-1)?.[0] === first?.[0], sent.at(-1)?.[1]]).toEqual([
    false,
    { perkId: PERK.id, pointsRequired: 3.5, perkName: PERK.name },
  ])
})

it('progress shows once the points are known, and no "0 of 2" before that or after a failed read (R62)', async () => {
  let answer = (_reply: Response): void => undefined
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('available-perks')) return Promise.resolve(Response.json([{ ...PERK, canRedeem: false }]))
    return new Promise<Response>((resolve) => (answer = resolve))
  })
  showBeside(<ReadAgain what="points" />)
  await screen.findByText('Gata')
  expect(screen.queryByRole('progressbar')).toBeNull()
  await act(async () => answer(Response.json({ code: 'forbidden', message: 'no', requestId: 'r' }, { status: 403 })))
  expect(screen.queryByRole('progressbar')).toBeNull()
  await act(async () => screen.getByRole('button', { name: 'Read again' }).click())
  await act(async () => answer(Response.json([])))
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuetext')).toContain('0')
})

it('a redemption with a lost reply is not called failed: its points may be spent, and its code in the list', async () => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'POST') throw new TypeError('lost')
    return Response.json(path.endsWith('available-perks') ? [PERK] : [])
  })
  showBeside(<Toaster />)
  const button = await screen.findByRole('button', { name: 'Redeem: Gata' })
  await redeem(button)
  expect(
    await screen.findByText('The outcome is not known yet, please try again', {}, { timeout: 4_000 }),
  ).toBeDefined()
})

const AT_CAFE: BuyerPoints = {
  id: '9.7',
  points: '5.5',
  business: {
    id: 9,
    slug: 'cafe',
    logoUrl: null,
    businessName: 'Café',
    closed: false,
    takesPart: true,
    firstName: '',
    lastName: '',
  },
}

it('redeeming asks once, with what remains after it, and keeping the points redeems nothing', async () => {
  let redeemed = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'POST') {
      redeemed += 1
      return Response.json(REPLY, { status: 201 })
    }
    return Response.json(path.endsWith('available-perks') ? [PERK] : path.endsWith('points') ? [AT_CAFE] : [])
  })
  showBeside()
  const button = await screen.findByRole('button', { name: 'Redeem: Gata' })
  await waitFor(async () => {
    await act(async () => button.click())
    const dialog = screen.getByRole('alertdialog', { name: 'Redeem Gata?' })
    expect(dialog.textContent).toContain('It costs 2 points. After this you have 3.5 points at Café.')
  })
  await act(async () => screen.getByRole('button', { name: 'Not now' }).click())
  expect([screen.queryByRole('alertdialog'), redeemed]).toEqual([null, 0])
  await redeem(button)
  expect(await screen.findByRole('dialog', { name: 'Your redemption code' })).toBeDefined()
  expect([screen.queryByRole('alertdialog'), redeemed]).toEqual([null, 1])
})

it('a perk out of reach says how much is still to be spent there', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path.endsWith('available-perks')
        ? [{ ...PERK, pointsRequired: '12.0', canRedeem: false }]
        : path.endsWith('points')
          ? [AT_CAFE]
          : [],
    ),
  )
  showBeside()
  expect(await screen.findByText('3,250\u00a0AMD more', { normalizer: (text) => text })).toBeDefined()
  expect(screen.getByRole('region', { name: 'Almost there' })).toBeDefined()
})

it("a perk's picture stands over its business's logo, which shows if the picture fails to load", async () => {
  const pictured = { ...PERK, id: 4, name: 'Nazuk', pictureUrl: '/logos/9/a.webp' }
  const cafe = { ...AT_CAFE, business: { ...AT_CAFE.business, logoUrl: '/logos/9/logo.webp' } }
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('available-perks') ? [PERK, pictured] : path.endsWith('points') ? [cafe] : []),
  )
  showBeside()
  const rows = await screen.findAllByRole('listitem')
  const shown = (): (string | null)[][] =>
    rows.map((row) => [...row.querySelectorAll('img:not([hidden])')].map((image) => image.getAttribute('src')))
  const logo = '/logos/9/logo.webp'
  await waitFor(() => expect(shown()).toEqual([[logo], [logo, '/logos/9/a.webp']]))
  fireEvent.error(rows[1]!.querySelector('img[alt=""]')!)
  expect(shown()).toEqual([[logo], [logo]])
})

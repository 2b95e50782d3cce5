import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { AvailablePerk, RedeemReply } from '#contracts/buyer.ts'
import { startWords } from '#web/lib/i18n.ts'
import { dropReadCache } from '#web/lib/read-cache.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { AvailablePerks } from './available-perks.tsx'

const BUYER = 7
const PERK: AvailablePerk = { id: 3, name: 'Gata', description: 'Warm', pointsRequired: '2.0', canRedeem: true, business: { id: 9, businessName: 'Café' } }
const REPLY: RedeemReply = { redemptionId: 'r', redemptionCode: 'K7MNP2QR', perk: { name: 'Gata' }, points: '2.0', balance: '8.0', message: '' }

beforeAll(() => startWords('en'))
afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

it('a second tap while the list is still that of before redeems nothing more, and the code is shown meanwhile (C18, R63, R70)', async () => {
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
  render(
    <ReadProvider userId={BUYER}>
      <AvailablePerks buyerUserId={BUYER} />
    </ReadProvider>,
  )
  const button = await screen.findByRole('button', { name: 'Redeem: Gata' })
  const tap = (): Promise<void> => act(async () => button.click())
  await tap()
  expect(await screen.findByRole('dialog', { name: 'Your redemption code' })).toBeDefined()
  await tap()
  expect([redeemed, button.getAttribute('aria-busy')]).toEqual([1, 'true'])
  await act(async () => letGo())
  expect(button.getAttribute('aria-busy')).toBeNull()
  await tap()
  expect(redeemed).toBe(2)
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { StoredEvent } from '#contracts/calls/staff/audit.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { leafHash, nodeHash } from '#contracts/verify/merkle.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { InclusionCard } from './inclusion-card.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const event = {
  id: 'e',
  stream: 'account-7-2001',
  revision: 0,
  position: '5',
  type: 'PointsAwarded',
  data: {},
  metadata: {},
  storedAt: '2026-11-20T10:00:00.000Z',
}
const first = leafHash(canonicalText(event))
const second = leafHash('another event')

it.each([
  ['am', 1, 'Տերևից 0 քայլով հասնում ենք 1 իրադարձություն ունեցող մատյանի արմատին'],
  ['am', 2, 'Տերևից 1 քայլով հասնում ենք 2 իրադարձություն ունեցող մատյանի արմատին'],
  ['en', 1, '0 steps lead from the leaf to the root of a log with 1 event'],
  ['en', 2, '1 step leads from the leaf to the root of a log with 2 events'],
] as const)(
  'uses singular and plural for the steps from an event to the root (%s, %i)',
  async (language, size, said) => {
    await startAllWords(language)
    const root = toHex(size === 1 ? first : nodeHash(first, second))
    const head = {
      size,
      root,
      position: '9',
      at: '2026-11-20T10:00:00.000Z',
      keyId: '0'.repeat(64),
      signature: '0'.repeat(128),
    }
    const proof = {
      position: '5',
      index: 0,
      size,
      root,
      leaf: toHex(first),
      proof: size === 1 ? [] : [toHex(second)],
      event: canonicalText(event),
    }
    vi.stubGlobal('fetch', async (path: string) =>
      Response.json(path.includes('/heads') ? { heads: [head], keys: {}, next: null } : proof),
    )
    render(<InclusionCard event={{ ...event, leaf: 0 } satisfies StoredEvent} />)
    const steps = await screen.findAllByRole('listitem')
    expect(steps[2]?.lastChild?.textContent).toMatch(new RegExp(`${said}$`))
  },
)

import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { AuditAct } from '#contracts/calls/staff/audit.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { ActList } from './act-list.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const act = (
  position: string,
  type: AuditAct['type'],
  data: AuditAct['data'],
  more: Partial<AuditAct> = {},
): AuditAct => ({
  position,
  type,
  data,
  businessId: 8,
  actor: { id: 3, role: 'admin' },
  onBehalfOf: null,
  storedAt: '2026-11-20T10:00:00.000Z',
  ...more,
})
const ACTS: AuditAct[] = [
  act(
    '90',
    'PlanChanged',
    {
      fromPlan: 'starter',
      toPlan: 'prime',
      fromCycle: 'monthly',
      toCycle: 'yearly',
      paidUntil: null,
      reactivates: false,
    },
    { actor: { id: 0, role: 'system' } },
  ),
  act('80', 'BusinessSuspended', { reason: 'complaints', from: 'active' }),
  act(
    '70',
    'PerkAdded',
    { perkId: 1, name: 'Սուրճ', description: 'Մեկ բաժակ', costTenths: 30 },
    { actor: { id: 3, role: 'admin' }, onBehalfOf: 8 },
  ),
  act('60', 'SettingsChanged', { names: ['plans', 'seller', 'prices'], reason: 'new prices' }, { businessId: null }),
]

it.each([
  [
    'am',
    [
      'Փաթեթը փոխվել է',
      'Մինչ այդ՝ Starter, ամսական։ Այնուհետև՝ Prime, տարեկան',
      'Բիզնեսը կասեցվել է',
      'Պատճառը՝ complaints',
      'Սուրճ',
      'Կարգավորումները փոխվել են',
      'փաթեթների գներ և սահմանաչափեր, ում անունից են վճարման հաշիվները, prices',
      'Ադմինիստրատոր N 3',
      'Բիզնես N 8',
    ],
  ],
  [
    'en',
    [
      'Plan changed',
      'Before: Starter, monthly. After: Prime, yearly',
      'Business suspended',
      'Reason: complaints',
      'Սուրճ',
      'by support',
      'Settings changed',
      'plan prices and limits, invoice issuer, prices',
      'System',
      'Administrator no. 3',
      'Business no. 8',
    ],
  ],
] as const)(
  "shows what was done, to whom, by whom and why in the reader's language, with a link to each event (%s)",
  async (language, words) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', async () => Response.json({ acts: ACTS, next: null }))
    render(
      <MemoryRouter>
        <ReadProvider userId={1}>
          <ActList businessId="" onAsk={() => undefined} />
        </ReadProvider>
      </MemoryRouter>,
    )
    const list = await screen.findByTestId('acts')
    for (const word of words) expect(list.textContent).toContain(word)
    expect([...list.querySelectorAll('a[href^="/audit/events/"]')].map((link) => link.getAttribute('href'))).toEqual(
      ACTS.map(({ position }) => `/audit/events/${position}`),
    )
    expect(list.querySelectorAll('a[href="/audit/acts?business=8"]')).toHaveLength(3)
  },
)

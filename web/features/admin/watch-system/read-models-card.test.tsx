import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Projections } from '#contracts/calls/staff/admin.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { ReadModelsCard } from './read-models-card.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const unreachable: Projections = {
  live: { generation: 1, position: '70' },
  head: null,
  caughtUp: false,
  lagEvents: null,
  stoppedBy: null,
  tables: [],
}

const answering = (projections: Projections): void =>
  void vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify(projections), { headers: { 'content-type': 'application/json' } })),
  )

it("up-to-date read models have no lag behind the log, even if its last events are the store's own", async () => {
  await startAllWords('en')
  answering({ ...unreachable, live: { generation: 1, position: '80' }, head: '70', caughtUp: true, lagEvents: 0 })
  render(
    <ReadProvider userId={90}>
      <ReadModelsCard />
    </ReadProvider>,
  )
  expect(
    await screen.findByText('Generation 1 is live. It holds everything up to the last event of the log, at 70.'),
  ).toBeDefined()
})

it.each([
  ['am', 'Հայտնի չէ՝ որքան են հետ'],
  ['en', 'Lag unknown'],
] as const)('an unknown lag is called unknown, neither none nor a number (%s; H30)', async (language, words) => {
  await startAllWords(language)
  answering(unreachable)
  render(
    <ReadProvider userId={language === 'am' ? 91 : 92}>
      <ReadModelsCard />
    </ReadProvider>,
  )
  expect((await screen.findByText(words)).textContent).toBe(words)
  expect(document.body.textContent).not.toMatch(/1[.,\s]?000|Caught up|Հետ չեն մնում/)
})

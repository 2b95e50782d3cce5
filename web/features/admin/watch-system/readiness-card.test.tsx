import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Ready } from '#contracts/calls/health.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { ReadinessCard } from './readiness-card.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const part = { ok: true }
const ready: Ready = {
  status: 'ready',
  version: '1',
  node: '24',
  store: { ...part, product: 'store' },
  postgres: { ...part, clockAheadSeconds: 0 },
  redis: part,
  projection: { ...part, generation: 1, checkpoint: '1', head: '1', caughtUp: true, stoppedBy: null },
  selfCheck: { lastAt: null, differences: 0 },
  queue: { ...part, waiting: 0, failed: 0 },
}
const passes = (waitMs: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(waitMs)))

it.each([
  ['am', 'Պատրաստ է', 'Հայտնի չէ'],
  ['en', 'Ready', 'Unknown'],
] as const)(
  'a server that stops responding is not called ready until it responds again (%s; H30)',
  async (language, words, unknown) => {
    await startAllWords(language)
    vi.useFakeTimers()
    let answers = true
    vi.stubGlobal('fetch', async () => {
      if (!answers) throw new TypeError('no network')
      return new Response(JSON.stringify(ready))
    })
    render(
      <ReadProvider userId={93}>
        <ReadinessCard />
      </ReadProvider>,
    )
    await passes(0)
    expect(screen.getByText(words)).toBeTruthy()

    answers = false
    await passes(20_000)
    expect(screen.queryByText(words)).toBeNull()
    expect(screen.getByText(unknown)).toBeTruthy()
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(screen.queryAllByRole('listitem')).toEqual([])

    answers = true
    await passes(20_000)
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

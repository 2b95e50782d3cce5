import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Ready } from '#contracts/calls/health.ts'
import type { Overview, Projections } from '#contracts/calls/staff/admin.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { SystemState } from './system-state.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const part = { ok: true }
const READY: Ready = {
  status: 'ready',
  version: '1',
  node: '24',
  store: { ...part, product: 'store' },
  postgres: { ...part, clockAheadSeconds: 0 },
  redis: part,
  projection: { ...part, generation: 1, checkpoint: '7', head: '7', caughtUp: true, stoppedBy: null },
  selfCheck: { lastAt: null, differences: 0 },
  queue: { ...part, waiting: 0, failed: 0 },
}
const MODELS: Projections = {
  live: { generation: 1, position: '7' },
  head: '7',
  caughtUp: true,
  lagEvents: 0,
  stoppedBy: null,
  tables: [],
}
const QUEUE = { name: 'mail', waiting: 0, active: 0, delayed: 0, failed: 0, completed: 1 }
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const STOPPED = { position: '8', eventId: 'e', stream: 's', type: 'PointsAwarded', reason: 'unknown' }

it.each([
  ['en', {}, 'SystemEverything works'],
  ['am', {}, 'ՀամակարգԱմեն ինչ աշխատում է'],
  ['en', { ready: { redis: { ok: false, detail: 'refused' } } }, 'SystemRedis: not responding'],
  ['en', { models: { caughtUp: false, lagEvents: 1_000 } }, 'SystemRead models: 1,000+ events behind'],
  [
    'en',
    { ready: { projection: { ...READY.projection, ok: false } }, models: { stoppedBy: STOPPED } },
    'SystemRead models: stopped',
  ],
  ['en', { queue: { failed: 2 } }, 'SystemQueues: 2 failed'],
  ['en', { backup: { ok: true, endedAt: ago(3), lastAt: ago(3) } }, 'SystemEverything works'],
  ['en', { backup: { ok: true, endedAt: ago(27), lastAt: ago(27) } }, 'SystemBackup: late'],
  ['am', { backup: { ok: false, endedAt: ago(3), lastAt: ago(26) } }, 'ՀամակարգՊահուստային պատճեն՝ չի ստացվել'],
  ['en', { backup: { ok: false, endedAt: ago(3), lastAt: null } }, 'SystemBackup: failed'],
  ['en', { queue: 'lost' }, 'SystemUnknown'],
  ['en', { ready: { redis: { ok: false } }, queue: 'lost' }, 'SystemRedis: not responding'],
] as const)(
  'the state is one line (%s, %o; H30)',
  async (language, { ready, models, queue, backup = null }: Faults, line) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', async (url: unknown) => {
      if (String(url).includes('/readiness')) return Response.json({ ...READY, ...ready })
      if (String(url).includes('/queues') && queue === 'lost') return Response.json({}, { status: 404 })
      return Response.json(
        String(url).includes('/queues') ? [{ ...QUEUE, ...(queue as object) }] : { ...MODELS, ...models },
      )
    })
    render(
      <ReadProvider userId={95}>
        <SystemState backup={backup} />
      </ReadProvider>,
    )
    const summary = screen.getByTestId('system-state')
    await expect.poll(() => summary.textContent).toContain(line)
    expect(summary.closest('details')?.open).toBe(false)
  },
)

type Faults = { ready?: object; models?: object; queue?: object | 'lost'; backup?: Overview['backup'] }

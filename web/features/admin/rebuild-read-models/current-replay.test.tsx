import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Replay } from '#contracts/calls/staff/admin.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { CurrentReplay } from './current-replay.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const READY: Replay = {
  generation: 2,
  state: 'ready',
  startedBy: 1,
  startedAt: '2026-05-20T08:00:00.000Z',
  reason: 'a new column',
  events: 10,
  eventsTotal: 10,
  eventsPerSecond: 0,
  secondsLeft: 0,
  position: '10',
  updatedAt: '2026-05-20T08:00:00.000Z',
  diff: null,
  switchAskedBy: null,
  switchApprovedBy: null,
  endedAt: null,
  error: null,
}
const press = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())

it('a long comparison does not block cancelling a dialog', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  render(
    <ReadProvider userId={1}>
      <CurrentReplay replay={READY} adminId={1} secondAdminNeeded={false} />
    </ReadProvider>,
  )
  await press('Compare again')
  await press('Discard')
  expect(screen.getByRole('dialog')).toBeDefined()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAdminRead } from '#web/lib/calls/staff/admin-read.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useRefresh } from '#web/lib/reads/read.ts'
import { ReadingState } from './reading-state.tsx'

beforeEach(async () => {
  await startAllWords('en')
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const anything = { safeParse: (json: unknown) => ({ success: true as const, data: String(json) }) }
const PATH = '/api/points'

function Points(): ReactNode {
  const refresh = useRefresh()
  return (
    <>
      <button type="button" onClick={() => void refresh([PATH])}>
        Refresh
      </button>
      <ReadingState reading={useAdminRead(PATH, anything)}>
        {(points) => <input aria-label="Points" defaultValue={points} />}
      </ReadingState>
    </>
  )
}

/** The first call succeeds, later ones follow `answers`, and then all succeed. */
async function openWith(...answers: ('lost' | '13')[]): Promise<void> {
  const all = ['12', ...answers]
  vi.stubGlobal('fetch', async () => {
    const answer = all.shift() ?? '13'
    if (answer === 'lost') throw new TypeError('no network')
    return new Response(answer)
  })
  render(
    <ReadProvider userId={2}>
      <Points />
    </ReadProvider>,
  )
  await passes(0)
  screen.getByRole('button', { name: 'Refresh' }).focus()
  await press('Refresh')
}
const passes = (waitMs: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(waitMs)))
const press = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())

it('a failed refresh keeps the value, says that it may be old, offers a retry, and keeps typed text and focus', async () => {
  await openWith('lost', 'lost')
  const field = screen.getByLabelText('Points')
  await passes(3_500)
  expect(screen.getByRole('status').textContent).toContain('Could not refresh this.')
  expect(screen.getByLabelText('Points')).toBe(field)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' }))
  await press('Try Again')
  await passes(0)
  expect(screen.queryByRole('status')).toBeNull()
})

it('shows a running retry, ignores a second press, and can be pressed again after a failure', async () => {
  let refuse = (_reason: Error): void => undefined
  const calls = vi.fn<() => Promise<Response>>(() => new Promise((_resolve, reject) => (refuse = reject)))
  vi.stubGlobal('fetch', calls)
  render(
    <ReadProvider userId={2}>
      <Points />
    </ReadProvider>,
  )
  const lose = (): Promise<void> => act(async () => refuse(new TypeError('no network')))
  await lose()
  await passes(1_000)
  await lose()
  const again = screen.getByRole('button', { name: 'Try Again' })
  const before = calls.mock.calls.length
  await press('Try Again')
  await press('Try Again')
  expect([again.getAttribute('aria-busy'), calls.mock.calls.length - before]).toEqual(['true', 1])
  await lose()
  await passes(1_000)
  expect(calls.mock.calls.length - before).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Try Again' }).getAttribute('aria-busy')).toBeNull()
})

it('does not report a read that its one retry mends (R185)', async () => {
  await openWith('lost', '13')
  const said: boolean[] = []
  for (let step = 0; step < 50; step += 1) {
    await passes(100)
    said.push(screen.queryByRole('status') !== null)
  }
  expect(said).not.toContain(true)
})

it.each([
  ['the connection', () => Promise.reject(new TypeError('no network')), '.lucide-wifi-off'],
  ['what went wrong', async () => new Response('{}', { status: 404 }), '.lucide-circle-alert'],
] as const)('a failed read shows the sign of %s for every kind', async (_what, answer, sign) => {
  vi.stubGlobal('fetch', answer)
  const { container } = render(
    <ReadProvider userId={2}>
      <Points />
    </ReadProvider>,
  )
  // The retry pauses, and the error codes load with the first error.
  await act(() => vi.waitFor(() => screen.getByRole('alert'), { timeout: 20_000 }))
  expect([...screen.getByRole('alert').querySelectorAll('svg')].filter((each) => !each.closest('button'))).toEqual([
    ...container.querySelectorAll(sign),
  ])
  expect(container.querySelector(sign)).not.toBeNull()
})

import { act, cleanup, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useFigures, useRead, useRefresh } from './read.ts'
import { ReadProvider } from './read-provider.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const anything = { safeParse: (json: unknown) => ({ success: true as const, data: json }) }

function Screen({ name }: { name: string }): ReactNode {
  const [renders, again] = useState(0)
  useRead(null, anything)
  const refresh = useRefresh()
  return (
    <button type="button" onClick={() => void refresh(['/nothing']).then(() => again(renders + 1))}>
      {`${name} ${renders}`}
    </button>
  )
}

it('a screen that replaces another in one step keeps reading', async () => {
  const at = (name: string): ReactNode => (
    <div key={name}>
      <ReadProvider userId={7}>
        <Screen name={name} />
      </ReadProvider>
    </div>
  )
  const { rerender } = render(at('first'))
  rerender(at('second'))
  await act(async () => {
    screen.getByText('second 0').click()
  })
  expect(screen.getByText('second 1')).toBeDefined()
})

function Value(): ReactNode {
  const { value } = useRead('/api/shared', anything)
  return <p>{value === undefined ? 'waiting' : JSON.stringify(value)}</p>
}

it('a screen shows what it has read, even if the previous one requested the same and got it first', async () => {
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const at = (name: string): ReactNode => (
    <div key={name}>
      <ReadProvider userId={8}>
        <Value />
      </ReadProvider>
    </div>
  )
  const { rerender } = render(at('first'))
  await act(async () => undefined)
  rerender(at('second'))
  await act(async () => undefined)
  expect(answers).toHaveLength(2)
  for (const answer of answers) await act(async () => answer(new Response('{"points":"1.0"}')))
  expect(screen.getByText('{"points":"1.0"}')).toBeDefined()
})

function Figure({ path }: { path: string }): ReactNode {
  const { value, stale } = useFigures(path, anything)
  const refresh = useRefresh()
  return (
    <button
      type="button"
      onClick={() => void refresh([path])}
    >{`${JSON.stringify(value)}${stale ? ' old' : ''}`}</button>
  )
}

const failing = (): { answer: (value: unknown) => void; asked: () => number } => {
  let value: unknown = 1
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return value === undefined
      ? Response.json({ code: 'busy', message: 'no', requestId: 'r' }, { status: 503 })
      : Response.json(value)
  })
  return { answer: (next) => (value = next), asked: () => asked }
}

it('a figure whose refresh fails is marked stale, and read again until it is not', async () => {
  vi.useFakeTimers()
  try {
    const server = failing()
    render(
      <ReadProvider userId={9}>
        <Figure path="/api/figure" />
      </ReadProvider>,
    )
    const passed = async (ms: number): Promise<void> => {
      await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
      // The error's text comes from code loaded on demand.
      await vi.dynamicImportSettled()
      for (let step = 0; step < ms; step += 500) await act(async () => void (await vi.advanceTimersByTimeAsync(500)))
    }
    await passed(0)
    expect(screen.getByRole('button').textContent).toBe('1')
    server.answer(undefined)
    await act(async () => screen.getByRole('button').click())
    await passed(8_000)
    expect(screen.getByRole('button').textContent).toBe('1 old')
    server.answer(2)
    await passed(20_000)
    expect(screen.getByRole('button').textContent).toBe('2')
    const asked = server.asked()
    await passed(60_000)
    expect(server.asked()).toBe(asked)
  } finally {
    vi.useRealTimers()
  }
})

it('and is read again at once when the network is back', async () => {
  const server = failing()
  render(
    <ReadProvider userId={10}>
      <Figure path="/api/other-figure" />
    </ReadProvider>,
  )
  await act(async () => undefined)
  server.answer(undefined)
  await act(async () => screen.getByRole('button').click())
  server.answer(3)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('3')).toBeDefined()
})

import { act, cleanup, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useRead, useRefresh } from './read.ts'
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

it('a screen that takes the place of another in one step goes on reading', async () => {
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

it('a screen shows what it has read, also where the one before it had asked for the same and hears it first', async () => {
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

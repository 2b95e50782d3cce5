import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useAction, type ActionOptions } from './use-action.ts'

function action(...endings: (ApiError | 'done')[]) {
  return actionWith({}, ...endings)
}

function actionWith(
  options: ActionOptions,
  ...endings: (ApiError | 'done')[]
): { run: (input: string) => Promise<unknown>; keys: string[] } {
  const keys: string[] = []
  const { result } = renderHook(() =>
    useAction((_input: string, key: string) => {
      keys.push(key)
      const ending = endings.shift()
      return ending instanceof ApiError ? Promise.reject(ending) : Promise.resolve(ending)
    }, options),
  )
  return { run: (input) => act(() => result.current.run(input).catch((error: unknown) => error)), keys }
}

const lost = new ApiError(0, 'network', 'lost')
const refused = new ApiError(409, 'insufficient_points', 'Insufficient points')

describe('the idempotency key of a user action', () => {
  it('stays the same when the button is pressed again after a lost connection', async () => {
    const { run, keys } = action(lost, 'done')
    await run('500 AMD')
    await run('500 AMD')
    expect(keys[1]).toBe(keys[0])
  })

  it('is a new one for another file', async () => {
    const keys: string[] = []
    const { result } = renderHook(() =>
      useAction((_input: { file: File }, key: string) => Promise.reject<void>(keys.push(key) && lost)),
    )
    const run = (file: File) => act(() => result.current.run({ file }).catch(() => undefined))
    const passport = new File(['one'], 'passport.png', { lastModified: 1 })
    await run(passport)
    await run(passport)
    await run(new File(['other'], 'card.png', { lastModified: 2 }))
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
  })

  it('is a new one for other input', async () => {
    const { run, keys } = action(lost, 'done')
    await run('500 AMD')
    await run('600 AMD')
    expect(keys[1]).not.toBe(keys[0])
  })

  it('is a new one for input repeated after other input, unless `everyInput` is set', async () => {
    for (const everyInput of [undefined, new Map<string, string>()]) {
      const { run, keys } = actionWith(everyInput ? { everyInput } : {}, lost, 'done', 'done', 'done')
      for (const code of ['K7MNP2QR', 'ABCD2345', 'K7MNP2QR', 'K7MNP2QR']) await run(code)
      expect([keys[2] === keys[0], keys[3] === keys[0]]).toEqual([everyInput !== undefined, false])
    }
  })

  it.each([
    ['succeeded', 'done' as const],
    ['was refused', refused],
  ])('is a new one once the last action %s', async (_, ending) => {
    const { run, keys } = action(ending, 'done')
    await run('500 AMD')
    await run('500 AMD')
    expect(keys[1]).not.toBe(keys[0])
  })
})

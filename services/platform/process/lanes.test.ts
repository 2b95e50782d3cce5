import { expect, it } from 'vitest'
import { createLanes } from './lanes.ts'

class Full extends Error {}

const start = () => {
  const inLane = createLanes({ known: { most: 4, mostOfOne: 2 }, strangers: { most: 3 } }, () => new Full())
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  /** Runs until `gate` opens. */
  const add = (lane: 'known' | 'strangers', name: string, key = name) =>
    inLane(lane, key, async () => {
      await gate.promise
      done.push(name)
      return name
    })
  return { add, done, open: () => gate.resolve() }
}

it('a full lane rejects at once and blocks no other', async () => {
  const { add, done, open } = start()
  const strangers = ['s1', 's2', 's3'].map((name) => add('strangers', name))
  await expect(add('strangers', 's4')).rejects.toThrow(Full)
  const known = add('known', 'k1')
  open()
  await Promise.all([...strangers, known])
  expect(done).toEqual(['s1', 'k1', 's2', 's3'])
  await expect(add('strangers', 's5')).resolves.toBe('s5')
})

it('the lanes alternate, so that neither starves the other', async () => {
  const { add, done, open } = start()
  const all = ['s1', 's2', 's3'].map((name) => add('strangers', name))
  all.push(...['k1', 'k2', 'k3'].map((name) => add('known', name)))
  open()
  await Promise.all(all)
  expect(done).toEqual(['s1', 'k1', 's2', 'k2', 's3', 'k3'])
})

it('one key cannot fill a lane', async () => {
  const { add, open } = start()
  const own = [add('known', 'a', 'till'), add('known', 'b', 'till')]
  await expect(add('known', 'c', 'till')).rejects.toThrow(Full)
  const other = add('known', 'd', 'another')
  open()
  expect(await Promise.all([...own, other])).toEqual(['a', 'b', 'd'])
})

it('a failure reaches its own caller and lets the next job start', async () => {
  const inLane = createLanes({ only: { most: 2 } }, () => new Full())
  const failed = inLane('only', '', () => Promise.reject(new Error('broken')))
  const next = inLane('only', '', async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('next')
})

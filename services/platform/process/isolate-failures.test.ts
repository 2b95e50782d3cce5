import { describe, expect, it } from 'vitest'
import { isolateFailures } from './isolate-failures.ts'

const stuck = Array.from({ length: 6 }, (_, n) => `stuck-${n}`)
const stepOf = (done: string[]) => async (item: string) => {
  if (item.startsWith('stuck')) throw new Error(item)
  done.push(item)
}

describe('a chore with independent items', () => {
  it('counts the items with something to do', async () => {
    expect(await isolateFailures((each) => each([1, 2, 3, 4], async (item) => item % 2 === 0))).toBe(2)
  })

  it('runs the other items and throws the failures, a single one as it is', async () => {
    const done: string[] = []
    await expect(isolateFailures((each) => each(['a', 'stuck-0', 'b'], stepOf(done)))).rejects.toThrow(/^stuck-0$/)
    expect(done.sort()).toEqual(['a', 'b'])
  })

  it('skips the rest of a list after five failures, and still runs the next list', async () => {
    const done: string[] = []
    let tried = 0
    const round = isolateFailures(async (each) => {
      await each(stuck, async (item) => {
        tried += 1
        return stepOf(done)(item)
      })
      await each(['of the next kind'], stepOf(done))
    })
    await expect(round).rejects.toThrow('5 failed')
    expect([tried, done]).toEqual([5, ['of the next kind']])
  })

  it('counts the same error object as one failure', async () => {
    const error = new Error('away')
    let tried = 0
    const round = isolateFailures((each) =>
      each(stuck, async () => {
        tried += 1
        throw error
      }),
    )
    await expect(round).rejects.toBe(error)
    expect(tried).toBe(6)
  })

  it('reaches every item, however many others fail', async () => {
    const done: string[] = []
    // The order is random: never reaching the last is practically impossible.
    for (let round = 0; round < 200 && done.length === 0; round += 1) {
      await isolateFailures((each) =>
        each([...stuck, ...stuck.map((item) => `${item}-too`), 'last'], stepOf(done)),
      ).catch(() => {})
    }
    expect(done).toEqual(['last'])
  })
})

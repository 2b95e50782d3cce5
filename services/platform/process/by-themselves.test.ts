import { describe, expect, it } from 'vitest'
import { byThemselves } from './by-themselves.ts'

const stuck = Array.from({ length: 6 }, (_, n) => `stuck-${n}`)
const stepOf = (done: string[]) => async (item: string) => {
  if (item.startsWith('stuck')) throw new Error(item)
  done.push(item)
}

describe('a chore whose items know nothing of each other', () => {
  it('counts what was done, and not what had nothing to do', async () => {
    expect(await byThemselves((each) => each([1, 2, 3, 4], async (item) => item % 2 === 0))).toBe(2)
  })

  it('does the others and says what failed, as it is where it is one', async () => {
    const done: string[] = []
    await expect(byThemselves((each) => each(['a', 'stuck-0', 'b'], stepOf(done)))).rejects.toThrow(/^stuck-0$/)
    expect(done.sort()).toEqual(['a', 'b'])
  })

  it('leaves the rest of a kind where five of it failed, and begins the next kind all the same', async () => {
    const done: string[] = []
    let tried = 0
    const round = byThemselves(async (each) => {
      await each(stuck, async (item) => {
        tried += 1
        return stepOf(done)(item)
      })
      await each(['of the next kind'], stepOf(done))
    })
    await expect(round).rejects.toThrow('5 failed')
    expect([tried, done]).toEqual([5, ['of the next kind']])
  })

  it('takes the same error again for the same failure', async () => {
    const error = new Error('away')
    let tried = 0
    const round = byThemselves((each) =>
      each(stuck, async () => {
        tried += 1
        throw error
      }),
    )
    await expect(round).rejects.toBe(error)
    expect(tried).toBe(6)
  })

  it('gives everybody a turn, however many fail again and again and stand before', async () => {
    const done: string[] = []
    // By lot: two hundred rounds in which the last of thirteen is behind five others that fail do not happen.
    for (let round = 0; round < 200 && done.length === 0; round += 1) {
      await byThemselves((each) => each([...stuck, ...stuck.map((item) => `${item}-too`), 'last'], stepOf(done))).catch(
        () => {},
      )
    }
    expect(done).toEqual(['last'])
  })
})

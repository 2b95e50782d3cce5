import { describe, expect, it } from 'vitest'
import { createUnknownBuyers } from './unknown-buyers.ts'

const CAFE = 2
const nobody = () => Promise.resolve(undefined)
const tooMany = { code: 'too_many_attempts' }

describe('unknown codes (H16)', () => {
  it('after too many, no code of that business is looked up, right ones included', async () => {
    const buyers = createUnknownBuyers({ enabled: true, perMinute: 3 })
    for (let index = 0; index < 3; index += 1) expect(await buyers.look(CAFE, nobody)).toBeUndefined()
    let looked = 0
    const look = (businessId: number) =>
      buyers.look(businessId, () => {
        looked += 1
        return Promise.resolve('Ani')
      })
    await expect(look(CAFE)).rejects.toMatchObject(tooMany)
    expect(looked).toBe(0)
    expect(await look(3)).toBe('Ani')
  })

  it('a concurrent burst reveals no more than the limit, right codes included', async () => {
    const buyers = createUnknownBuyers({ enabled: true, perMinute: 3 })
    let answer = (): void => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    const burst = Array.from({ length: 5 }, () => buyers.look(CAFE, () => asked.then(() => undefined)))
    const right = buyers.look(CAFE, () => asked.then(() => 'Ani'))
    answer()
    const told = await Promise.allSettled([...burst, right])
    expect(told.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ])
  })

  it('are not counted with limits off; right codes never are', async () => {
    const [off, on] = [
      createUnknownBuyers({ enabled: false, perMinute: 1 }),
      createUnknownBuyers({ enabled: true, perMinute: 1 }),
    ]
    for (let index = 0; index < 5; index += 1) {
      expect(await off.look(CAFE, nobody)).toBeUndefined()
      expect(await on.look(CAFE, () => Promise.resolve('Ani'))).toBe('Ani')
    }
  })
})

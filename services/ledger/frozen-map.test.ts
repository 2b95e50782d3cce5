import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FrozenMap } from './frozen-map.ts'

const id = fc.uuid()

describe('a frozen map', () => {
  it('holds what a Map holds, through any number of changes', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.tuple(id, fc.jsonValue()), { maxLength: 30 }), { maxLength: 4 }), (rounds) => {
        const model = new Map<string, unknown>()
        let map = new FrozenMap<unknown>()
        for (const round of rounds) {
          // Some of the keys again, with other values.
          const changed = new Map<string, unknown>([
            ...[...model.keys()].slice(0, 3).map((key) => [key, 1] as const),
            ...round,
          ])
          for (const [key, value] of changed) model.set(key, value)
          map = new FrozenMap(map.with(changed).text)
        }
        expect(map.size).toBe(model.size)
        for (const [key, value] of model) expect(map.get(key)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('knows no key that it does not hold, and takes none that is no id', () => {
    const map = new FrozenMap<number>().with(new Map([['00000000-0000-5000-8000-000000000001', 7]]))
    expect(map.get('00000000-0000-5000-8000-000000000002')).toBeUndefined()
    expect(map.get('a word')).toBeUndefined()
    expect(() => map.with(new Map([['a word', 1]]))).toThrow('Not an id')
  })

  it('refuses a text that is cut off or too long', () => {
    const { text } = new FrozenMap<string>().with(new Map([['00000000-0000-5000-8000-000000000001', 'seven']]))
    for (let length = 0; length < text.length; length += 1)
      expect(() => new FrozenMap(text.slice(0, length)), `${length} units`).toThrow('Not a frozen map')
    expect(() => new FrozenMap(`${text} `)).toThrow('Not a frozen map')
  })
})

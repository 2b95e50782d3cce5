import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_MAP, lookUp, valuesOf, withEntry, type PersistentMap } from './persistent-map.ts'

describe('A persistent map', () => {
  it('answers as a Map does, and older versions never change', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }).map(String), fc.nat()), { maxLength: 80, size: 'max' }),
        (entries) => {
          const model = new Map<string, number>()
          let map: PersistentMap<number> = EMPTY_MAP
          const versions: { map: PersistentMap<number>; model: Map<string, number> }[] = []
          for (const [key, value] of entries) {
            map = withEntry(map, key, value)
            model.set(key, value)
            versions.push({ map, model: new Map(model) })
          }
          for (const version of versions) {
            expect(valuesOf(version.map)).toEqual([...version.model.values()])
            for (const [key, value] of version.model) expect(lookUp(version.map, key)).toBe(value)
            expect(lookUp(version.map, 'absent')).toBeUndefined()
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('shares all but the newest entries with the previous version, so that no event copies a long account', () => {
    let map: PersistentMap<number> = EMPTY_MAP
    for (let entry = 0; entry < 1_000; entry += 1) map = withEntry(map, String(entry), entry)
    expect(map.levels.map(({ entries }) => entries.size)).toEqual([512, 256, 128, 64, 32, 8])
    expect(withEntry(map, 'next', 1).levels.slice(0, -1)).toEqual(map.levels)
  })
})

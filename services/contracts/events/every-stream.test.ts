import { expect, it } from 'vitest'
import { BESIDE_PREFIXES, EVERY_PREFIX } from './every-stream.ts'
import { EVENT_FAMILIES } from './event-words.ts'

const startsWith = (prefixes: readonly string[], stream: string) => prefixes.some((prefix) => stream.startsWith(prefix))

it.each(Object.values(EVENT_FAMILIES))(
  '$stream is among all streams, and beside the log if it is not in it',
  (family) => {
    expect(startsWith(EVERY_PREFIX, family.stream)).toBe(true)
    expect(startsWith(BESIDE_PREFIXES, family.stream)).toBe(!family.inLog)
  },
)

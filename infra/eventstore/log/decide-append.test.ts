/** Expected revisions and repeats, case by case. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideAppend } from './decide-append.ts'
import {
  ANY,
  MISSING_STREAM,
  NO_STREAM,
  SOFT_DELETED,
  STREAM_EXISTS,
  type StreamHead,
  TOMBSTONE_REVISION,
} from './model.ts'

const at = (revision: number): StreamHead => ({ ...MISSING_STREAM, revision })
const softDeleted = (revision: number): StreamHead => ({
  ...at(revision),
  truncateBefore: SOFT_DELETED,
  hasMetadata: true,
})
const tombstoned = at(TOMBSTONE_REVISION)
const onlyMetadata: StreamHead = { ...MISSING_STREAM, hasMetadata: true }

/** The stream holds `stored` from revision 0 on; the server remembers `cached`. */
function decide(expected: number, ids: string[], head: StreamHead, stored: string[] = [], cached: string[] = []) {
  return decideAppend({
    expected,
    ids,
    head,
    idAt: (revision) => stored[revision],
    recent: (id) => (cached.includes(id) ? { revision: stored.indexOf(id), position: 0 } : undefined),
  })
}

const append = (firstRevision: number, recreate = false) => ({ kind: 'append', firstRevision, recreate })
const conflict = (current: number) => ({ kind: 'conflict', current })
const gone = { kind: 'stream-deleted' }

describe('expected revision and stream', () => {
  it.each([
    ['any', ANY, 'missing', MISSING_STREAM, append(0)],
    ['any', ANY, 'at 4', at(4), append(5)],
    ['any', ANY, 'deleted at 4', softDeleted(4), append(5, true)],
    ['any', ANY, 'gone', tombstoned, gone],
    ['no_stream', NO_STREAM, 'missing', MISSING_STREAM, append(0)],
    ['no_stream', NO_STREAM, 'at 4', at(4), conflict(4)],
    ['no_stream', NO_STREAM, 'deleted at 4', softDeleted(4), append(5, true)],
    ['no_stream', NO_STREAM, 'gone', tombstoned, gone],
    ['stream_exists', STREAM_EXISTS, 'missing', MISSING_STREAM, conflict(-1)],
    ['stream_exists', STREAM_EXISTS, 'nothing but metadata', onlyMetadata, append(0)],
    ['stream_exists', STREAM_EXISTS, 'at 4', at(4), append(5)],
    ['stream_exists', STREAM_EXISTS, 'deleted at 4', softDeleted(4), gone],
    ['stream_exists', STREAM_EXISTS, 'gone', tombstoned, gone],
    ['revision 4', 4, 'missing', MISSING_STREAM, conflict(-1)],
    ['revision 4', 4, 'at 4', at(4), append(5)],
    ['revision 4', 4, 'at 3', at(3), conflict(3)],
    ['revision 4', 4, 'at 6', at(6), conflict(6)],
    ['revision 4', 4, 'deleted at 4', softDeleted(4), append(5, true)],
    ['revision 4', 4, 'deleted at 6', softDeleted(6), conflict(6)],
    ['revision 4', 4, 'deleted at 3', softDeleted(3), conflict(3)],
    ['revision 4', 4, 'gone', tombstoned, gone],
  ])('%s (%i) on a stream that is %s', (_name, expected, _state, head, decision) => {
    expect(decide(expected, ['new'], head)).toEqual(decision)
  })
})

describe('a repeated append', () => {
  const stored = ['a', 'b', 'c', 'd']

  it.each([
    ['all ids equal', NO_STREAM, ['a', 'b'], { kind: 'repeat', lastRevision: 1 }],
    ['all ids equal further on', 1, ['c', 'd'], { kind: 'repeat', lastRevision: 3 }],
    ['the first of them alone', 0, ['b'], { kind: 'repeat', lastRevision: 1 }],
    ['another first id', 0, ['x', 'c'], conflict(3)],
    ['another second id', 0, ['b', 'x'], conflict(3)],
    ['more than was written', 1, ['c', 'd', 'e'], conflict(3)],
    ['the ids of another place', 0, ['c', 'd'], conflict(3)],
  ])('with a revision: %s', (_name, expected, ids, decision) => {
    expect(decide(expected, ids, at(3), stored)).toEqual(decision)
  })

  it.each([
    ['all remembered', ['b', 'c'], ['b', 'c'], { kind: 'repeat', lastRevision: 2 }],
    ['none remembered: written again', ['b', 'c'], [], append(4)],
    ['the first forgotten: written again', ['b', 'c'], ['c'], append(4)],
    ['the second unknown', ['b', 'x'], ['b'], conflict(3)],
  ])('with any: %s', (_name, ids, cached, decision) => {
    expect(decide(ANY, ids, at(3), stored, cached)).toEqual(decision)
    expect(decide(STREAM_EXISTS, ids, at(3), stored, cached)).toEqual(decision)
  })

  it('with no_stream on a deleted stream: the same ids are a repeat, others revive it', () => {
    expect(decide(NO_STREAM, ['a', 'b'], softDeleted(3), stored)).toEqual({ kind: 'repeat', lastRevision: 1 })
    expect(decide(NO_STREAM, ['x'], softDeleted(3), stored)).toEqual(append(4, true))
  })

  it('with no_stream on a deleted stream: an equal first id with a different later one is a conflict, to avoid duplicates', () => {
    expect(decide(NO_STREAM, ['a', 'x'], softDeleted(3), stored)).toEqual(conflict(3))
    expect(decide(NO_STREAM, [...stored, 'e'], softDeleted(3), stored)).toEqual(conflict(3))
    expect(decide(NO_STREAM, ['x', 'b'], softDeleted(3), stored)).toEqual(append(4, true))
  })

  it('with a revision is exact: an accepted append is always recognised as a repeat', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const log: string[] = []
        const sent: { expected: number; ids: string[] }[] = []
        for (const size of sizes) {
          const ids = Array.from({ length: size }, (_, index) => `${log.length + index}`)
          sent.push({ expected: log.length - 1, ids })
          log.push(...ids)
        }
        for (const { expected, ids } of sent.slice(0, -1)) {
          expect(decide(expected, ids, at(log.length - 1), log)).toEqual({
            kind: 'repeat',
            lastRevision: expected + ids.length,
          })
        }
      }),
    )
  })
})

describe('an empty append', () => {
  it('changes nothing if the expectation holds, and is a conflict otherwise', () => {
    expect(decide(ANY, [], at(4))).toEqual({ kind: 'nothing', current: 4 })
    expect(decide(4, [], at(4))).toEqual({ kind: 'nothing', current: 4 })
    expect(decide(3, [], at(4))).toEqual(conflict(4))
  })
})

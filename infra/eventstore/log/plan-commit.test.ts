/** Decisions of a group commit in memory. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ANY,
  MISSING_STREAM,
  NO_STREAM,
  type ProposedEvent,
  type StreamHead,
  TOMBSTONE_REVISION,
  type WriteRequest,
} from './model.ts'
import { type CommittedState, planCommit } from './plan-commit.ts'

let count = 0
function event(id = `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`): ProposedEvent {
  return { id, type: 'Counted', isJson: true, data: Buffer.from('{}'), metadata: Buffer.alloc(0) }
}
function write(
  stream: string,
  expected: number,
  events = [event()],
  kind: WriteRequest['kind'] = 'append',
): WriteRequest {
  return { kind, stream, expected, events, bytes: 10, overdueAt: Infinity, answer: () => undefined }
}
function committed(heads: Record<string, Partial<StreamHead>> = {}, position = 1000): CommittedState {
  return {
    head: (stream) => (heads[stream] ? { ...MISSING_STREAM, ...heads[stream] } : undefined),
    idAt: () => undefined,
    recent: () => undefined,
    position,
  }
}

describe('one commit of many appends', () => {
  it('includes earlier appends: consecutive ones to the same stream all succeed', () => {
    const plan = planCommit([write('a', NO_STREAM), write('a', 0), write('a', 1)], committed(), () => 5)
    expect(plan.outcomes.map(({ kind }) => kind)).toEqual(['written', 'written', 'written'])
    expect(plan.events.map(({ revision }) => revision)).toEqual([0, 1, 2])
  })

  it('gives one of two with the same expected revision a conflict with the new head', () => {
    const plan = planCommit([write('a', 7), write('a', 7)], committed({ a: { revision: 7 } }), () => 5)
    expect(plan.outcomes).toMatchObject([
      { kind: 'written', revision: 8 },
      { kind: 'conflict', current: 8 },
    ])
    expect(plan.events).toHaveLength(1)
  })

  it('isolates a bad append from its neighbours', () => {
    const plan = planCommit([write('a', NO_STREAM), write('b', 99), write('c', NO_STREAM)], committed(), () => 5)
    expect(plan.outcomes.map(({ kind }) => kind)).toEqual(['written', 'conflict', 'written'])
    expect(plan.events.map(({ stream }) => stream)).toEqual(['a', 'c'])
  })

  it('recognises a repeat within the same commit', () => {
    const events = [event(), event()]
    const plan = planCommit(
      [write('a', NO_STREAM, events), write('a', NO_STREAM, events), write('a', ANY, events)],
      committed(),
      () => 5,
    )
    expect(plan.events).toHaveLength(2)
    expect(plan.outcomes[1]).toEqual(plan.outcomes[0])
    expect(plan.outcomes[2]).toEqual(plan.outcomes[0])
  })

  it('revives a stream deleted earlier in the same commit', () => {
    const plan = planCommit(
      [write('a', 3, [], 'delete'), write('a', NO_STREAM)],
      committed({ a: { revision: 3 } }),
      () => 5,
    )
    expect(plan.outcomes).toMatchObject([
      { kind: 'written', revision: 3 },
      { kind: 'written', revision: 4 },
    ])
    expect(plan.heads.get('a')).toMatchObject({ revision: 4, truncateBefore: 4 })
    expect(plan.events.map(({ stream, revision }) => [stream, revision])).toEqual([
      ['$$a', 0],
      ['$$a', 1],
      ['a', 4],
    ])
  })

  it('refuses a stream tombstoned earlier in the same commit', () => {
    const plan = planCommit(
      [write('a', ANY, [], 'tombstone'), write('a', ANY)],
      committed({ a: { revision: 3 } }),
      () => 5,
    )
    expect(plan.outcomes.map(({ kind }) => kind)).toEqual(['written', 'stream-deleted'])
    expect(plan.heads.get('a')?.revision).toBe(TOMBSTONE_REVISION)
  })

  it('applies metadata of the same commit', () => {
    const metadata = { ...event(), type: '$metadata', data: Buffer.from('{"$maxCount":3}') }
    const plan = planCommit([write('$$a', NO_STREAM, [metadata])], committed(), () => 5)
    expect(plan.heads.get('a')).toMatchObject({ maxCount: 3, hasMetadata: true })
  })

  it('assigns increasing positions with gaps, continuing from the last commit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 4 })), {
          maxLength: 40,
          size: 'max',
        }),
        (appends) => {
          const plan = planCommit(
            appends.map(([stream, size]) =>
              write(
                stream,
                ANY,
                Array.from({ length: size }, () => event()),
              ),
            ),
            committed(),
            () => 5,
          )
          let before = 1000
          for (const { position } of plan.events) {
            expect(position - before).toBeGreaterThan(1)
            before = position
          }
          expect(plan.position).toBe(before)
        },
      ),
    )
  })

  it('keeps streams gapless and appends contiguous, whatever the order', () => {
    const anyWrite = fc.tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.integer({ min: -2, max: 12 }),
      fc.integer({ min: 1, max: 3 }),
    )
    fc.assert(
      fc.property(fc.array(anyWrite, { maxLength: 60, size: 'max' }), (writes) => {
        const requests = writes.map(([stream, expected, size]) =>
          write(
            stream,
            expected,
            Array.from({ length: size }, () => event()),
          ),
        )
        const plan = planCommit(requests, committed(), () => 5)
        for (const stream of ['a', 'b', 'c']) {
          const revisions = plan.events.filter((stored) => stored.stream === stream).map(({ revision }) => revision)
          expect(revisions).toEqual(revisions.map((_, index) => index))
        }
        let at = 0
        requests.forEach((request, index) => {
          if (plan.outcomes[index]?.kind !== 'written') return
          const written = plan.events.slice(at, at + request.events.length)
          expect(written.map(({ id }) => id)).toEqual(request.events.map(({ id }) => id))
          expect(plan.outcomes[index]).toMatchObject({
            position: written.at(-1)?.position,
            revision: written.at(-1)?.revision,
          })
          at += request.events.length
        })
        expect(at).toBe(plan.events.length)
      }),
    )
  })
})

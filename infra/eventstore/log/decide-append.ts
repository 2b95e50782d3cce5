/**
 * Decides an append by its expected revision. Repeats are recognised exactly for explicit revisions and no_stream, but
 * only by a small cache for any and stream_exists, as on the real server.
 */
import { ANY, NO_STREAM, SOFT_DELETED, STREAM_EXISTS, type StreamHead, TOMBSTONE_REVISION } from './model.ts'

export type WrittenBefore = { revision: number; position: number }

export type AppendDecision =
  /** `recreate`: the append revives a soft-deleted stream. */
  | { kind: 'append'; firstRevision: number; recreate: boolean }
  /** The same IDs are already written: answer as the first time. */
  | { kind: 'repeat'; lastRevision: number }
  | { kind: 'nothing'; current: number }
  | { kind: 'conflict'; current: number }
  | { kind: 'stream-deleted' }

export type AppendQuestion = {
  expected: number
  ids: readonly string[]
  head: StreamHead
  /** From the table, however old. */
  idAt: (revision: number) => string | undefined
  /** From a small cache of recent commits, so it may be missing. */
  recent: (id: string) => WrittenBefore | undefined
}

/** `head` may include uncommitted writes. Never throws. */
export function decideAppend({ expected, ids, head, idAt, recent }: AppendQuestion): AppendDecision {
  if (head.revision === TOMBSTONE_REVISION) return { kind: 'stream-deleted' }
  const softDeleted = head.truncateBefore >= SOFT_DELETED
  const current = head.revision
  const append: AppendDecision =
    ids.length === 0
      ? { kind: 'nothing', current }
      : { kind: 'append', firstRevision: current + 1, recreate: softDeleted }

  if (expected === ANY || expected === STREAM_EXISTS) {
    if (expected === STREAM_EXISTS) {
      if (softDeleted) return { kind: 'stream-deleted' }
      if (current < 0 && !head.hasMetadata) return { kind: 'conflict', current }
    }
    return repeatByCache(ids, recent, current) ?? append
  }

  if (expected > current) return { kind: 'conflict', current }
  if (expected === current) return append
  return (
    repeatByTable(expected, ids, idAt, current) ??
    (expected === NO_STREAM && softDeleted ? append : { kind: 'conflict', current })
  )
}

function repeatByCache(
  ids: readonly string[],
  recent: AppendQuestion['recent'],
  current: number,
): AppendDecision | undefined {
  const first = ids[0] === undefined ? undefined : recent(ids[0])
  if (!first) return undefined
  let lastRevision = first.revision
  for (const id of ids.slice(1)) {
    const found = recent(id)
    if (!found) return { kind: 'conflict', current }
    lastRevision = found.revision
  }
  return { kind: 'repeat', lastRevision }
}

/** All IDs equal: repeat. First equal but a later one not: conflict. First different: undefined. */
function repeatByTable(
  expected: number,
  ids: readonly string[],
  idAt: AppendQuestion['idAt'],
  current: number,
): AppendDecision | undefined {
  if (ids.length === 0 || idAt(expected + 1) !== ids[0]) return undefined
  const all = ids.every((id, index) => idAt(expected + 1 + index) === id)
  return all ? { kind: 'repeat', lastRevision: expected + ids.length } : { kind: 'conflict', current }
}

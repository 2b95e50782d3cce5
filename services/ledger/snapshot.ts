/**
 * A folded account as it was at a revision, so that a long account needs not be folded from its first event. It is a
 * cache: it may be missing, and the event at its revision must still be the one that it names.
 */
import type { AccountState, Award, CommandPlace, Redemption } from './account/account.ts'
import { NO_STREAM, type EventStore } from './event-store.ts'
import { FrozenMap } from './frozen-map.ts'
import { EMPTY_MAP, entriesOf, withEntry, type PersistentMap } from './persistent-map.ts'
import type { FoldedAccount } from './state-cache.ts'

/**
 * Of what is kept. Snapshots of another version are not read. Raise it if the folded state changes, or what an event
 * does to it (snapshot.test.ts).
 */
export const SNAPSHOT_VERSION = 2
/** A snapshot is due whenever an account has so many events more. */
export const SNAPSHOT_EVERY = 500

/** `head`: JSON of what is always needed. `awards`, `commands`: texts of a FrozenMap. */
export type Snapshot = {
  revision: number
  lastEventId: string
  head: string
  awards: string
  commands: string
}

/** An account may have thousands, so their fields have no names. */
type PackedAward = readonly [tenths: number, amountAmd: number, recordedAtMs: number, voided: 0 | 1]

type Head = { balanceTenths: number; closed: boolean; redemptions: [string, Redemption][] }

export interface Snapshots {
  /** Of this version. Rejects soon if the storage is away: a command waits for it. */
  read(stream: string): Promise<Snapshot | undefined>
}

/** `lastEventId`: of the event at the account's revision. Throws on an empty account. */
export function snapshotOf({ state, revision }: FoldedAccount, lastEventId: string): Snapshot {
  if (revision < 0) throw new RangeError('An account without events has no snapshot')
  const { balanceTenths, closed, redemptions } = state
  const head: Head = { balanceTenths, closed, redemptions: [...entriesOf(redemptions)] }
  return {
    revision,
    lastEventId,
    head: JSON.stringify(head),
    awards: new FrozenMap<PackedAward>(state.awards.frozen?.text).with(packedAwards(state)).text,
    commands: (state.recorded ?? new FrozenMap<CommandPlace>()).with(placesOf(state)).text,
  }
}

function packedAwards({ awards }: AccountState): Map<string, PackedAward> {
  const packed = new Map<string, PackedAward>()
  for (const [id, { tenths, amountAmd, recordedAtMs, voided }] of entriesOf(awards))
    packed.set(id, [tenths, amountAmd, recordedAtMs, voided ? 1 : 0])
  return packed
}

function placesOf({ commands }: AccountState): Map<string, CommandPlace> {
  const places = new Map<string, CommandPlace>()
  for (const [id, { balanceAfterTenths, events }] of entriesOf(commands))
    places.set(id, [balanceAfterTenths, ...events.map(({ revision }) => revision)])
  return places
}

function unpackedAwards(text: string): PersistentMap<Award> {
  const packed = new FrozenMap<PackedAward>(text)
  const get = (id: string): Award | undefined => {
    const found = packed.get(id)
    if (!found) return undefined
    const [tenths, amountAmd, recordedAtMs, voided] = found
    return { tenths, amountAmd, recordedAtMs, voided: voided === 1 }
  }
  return { levels: [], frozen: { text, get } }
}

/**
 * Undefined without a snapshot of this very stream, with more events than `knownRevision`. Throws StoreUnavailable at
 * `deadlineAt` (epoch ms); a snapshot that cannot be read is as good as none.
 */
export async function accountFromSnapshot(
  stream: string,
  {
    snapshots,
    store,
    deadlineAt,
    knownRevision = NO_STREAM,
  }: { snapshots: Snapshots; store: Pick<EventStore, 'readStream'>; deadlineAt: number; knownRevision?: number },
): Promise<FoldedAccount | undefined> {
  const snapshot = await snapshots.read(stream).catch(() => undefined)
  if (!snapshot || snapshot.revision <= knownRevision) return undefined
  // After a restored backup the stream may be shorter, or another one.
  const [last] = await store.readStream(stream, snapshot.revision, { deadlineAt, maxCount: 1 })
  if (last?.id !== snapshot.lastEventId) return undefined
  try {
    return { state: stateOf(snapshot), revision: last.revision, position: last.position }
  } catch {
    return undefined
  }
}

/** Throws on texts that are no snapshot. */
export function stateOf({ head, awards, commands }: Snapshot): AccountState {
  const { balanceTenths, closed, redemptions } = JSON.parse(head) as Head
  return {
    balanceTenths,
    closed,
    redemptions: redemptions.reduce<PersistentMap<Redemption>>(
      (map, [id, redemption]) => withEntry(map, id, redemption),
      EMPTY_MAP,
    ),
    awards: unpackedAwards(awards),
    commands: EMPTY_MAP,
    recorded: new FrozenMap<CommandPlace>(commands),
  }
}

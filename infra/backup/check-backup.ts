/**
 * Checks a backup without any server: that it is whole, that the read models' balances follow from its log, and that the
 * log is the one that the ledger signed.
 */
import { canonicalEvent } from '#audit/canonical-event.ts'
import { accountStream, parseAccountStream } from '#contracts/events/ledger-events.ts'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { EMPTY_ROOT, leafHash, nodeHash } from '#contracts/verify/merkle.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { headText, isSignedBy, keyIdOf } from '#contracts/verify/signatures.ts'
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { parseAccountEvent } from '#projections/runtime/catch-up/account-event.ts'
import { BackupFault } from './container/backup-fault.ts'
import { jsonOf, linesOf, readBackup } from './container/read-backup.ts'
import type { Balance, Ledger } from './ledger-rows.ts'
import { eventsOf } from './log-lines.ts'
import { shardOf } from '#projections/runtime/shards/shard-of.ts'
import { ABOUT, BALANCES, ERASED, FILE, LEDGER, LOG, ROWS, SEQUENCES, type About } from './sections.ts'

/** `differences`: at most `MOST_DIFFERENCES`, in words. */
export type Checked = {
  about: About
  accounts: number
  events: number
  files: number
  keys: string[]
  differences: string[]
}

const MOST_DIFFERENCES = 50

/** Throws BackupFault for a file that is damaged, incomplete or encrypted by another passphrase. */
export async function checkBackup(file: string, passphrase: string | undefined): Promise<Checked> {
  let about: About | undefined
  let ledger: Ledger | undefined
  const balances = new Map<string, number>()
  let log: FoldedLog | undefined
  let files = 0
  const found = new Set<string>()
  for await (const { name, content } of readBackup(file, passphrase)) {
    found.add(name)
    if (name === ABOUT) about = await jsonOf<About>(content)
    else if (name === LEDGER) ledger = await jsonOf<Ledger>(content)
    else if (name === BALANCES)
      for await (const line of linesOf(content)) {
        const [businessId, buyerId, tenths] = JSON.parse(line) as Balance
        balances.set(accountStream(businessId, buyerId), tenths)
      }
    else if (name === LOG && about && ledger) log = await foldLog(eventsOf(content), about, ledger)
    else if (name.startsWith(FILE)) files += 1
  }
  const missing = [ABOUT, ERASED, LEDGER, BALANCES, ...tablesIn(about), SEQUENCES, LOG].find((name) => !found.has(name))
  if (!about || !ledger || !log || missing !== undefined)
    throw new BackupFault(`The backup lacks the section ${missing ?? LOG}.`)
  const differences = [
    ...log.faults,
    ...headDifferences(ledger, log.roots),
    ...balanceDifferences(balances, log.balances),
  ]
  return {
    about,
    accounts: balances.size,
    events: log.events,
    files,
    keys: Object.keys(ledger.keys),
    differences: differences.slice(0, MOST_DIFFERENCES),
  }
}

const tablesIn = (about: About | undefined): string[] => about?.tables.map(({ table }) => `${ROWS}${table}`) ?? []

type FoldedLog = {
  events: number
  faults: string[]
  /** Tenths by stream, at the read models' position. */
  balances: Map<string, number>
  /** Hexadecimal, by size of the Merkle log, for the sizes of the heads. */
  roots: Map<number, string>
}

async function foldLog(
  events: AsyncIterable<LogEvent>,
  { position, shards }: About,
  ledger: Ledger,
): Promise<FoldedLog> {
  const folded: FoldedLog = { events: 0, faults: [], balances: new Map(), roots: new Map() }
  const balancesAt = (businessId: number) =>
    BigInt((shards ? shards[shardOf(businessId, shards.length)] : position) ?? -1)
  const seal = Buffer.from(ledger.seal, 'hex')
  const sizes = new Set(ledger.heads.map(({ size }) => size))
  const tree = growingTree()
  let last = -1n
  for await (const event of events) {
    folded.events += 1
    if (event.position <= last) folded.faults.push(`The event at ${event.position} follows one at ${last}.`)
    last = event.position
    if (LOG_PREFIXES.some((prefix) => event.stream.startsWith(prefix))) {
      tree.add(leafHash(canonicalEvent(event, seal)))
      if (sizes.has(tree.size)) folded.roots.set(tree.size, toHex(tree.root()))
    }
    const account = parseAccountStream(event.stream)
    if (!account || event.position > balancesAt(account.businessId)) continue
    const delta = deltaTenths(parseAccountEvent(event)) ?? 0
    folded.balances.set(event.stream, (folded.balances.get(event.stream) ?? 0) + delta)
  }
  return folded
}

/** RFC 6962 for a log that is read once: the roots of complete subtrees by level. */
function growingTree(): { readonly size: number; add(leaf: Uint8Array): void; root(): Uint8Array } {
  const levels: (Uint8Array | undefined)[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    add(leaf) {
      let [level, hash] = [0, leaf]
      for (let left = levels[level]; left; left = levels[level]) {
        hash = nodeHash(left, hash)
        levels[level] = undefined
        level += 1
      }
      levels[level] = hash
      size += 1
    },
    root: () =>
      levels.reduce<Uint8Array | undefined>(
        (right, left) => (left && right ? nodeHash(left, right) : (left ?? right)),
        undefined,
      ) ?? EMPTY_ROOT,
  }
}

function headDifferences({ heads, keys }: Ledger, roots: ReadonlyMap<number, string>): string[] {
  return heads.flatMap((head) => {
    const key = keys[head.keyId]
    const found = roots.get(head.size)
    if (key === undefined || keyIdOf(key) !== head.keyId || !isSignedBy(key, headText(head), head.signature))
      return [`The signature of the head over ${head.size} events does not fit its key.`]
    if (found === undefined) return [`The log ends before the ${head.size} events of a signed head.`]
    return found === head.root ? [] : [`The first ${head.size} events are not those that were signed on ${head.at}.`]
  })
}

function balanceDifferences(stored: ReadonlyMap<string, number>, folded: ReadonlyMap<string, number>): string[] {
  return [...new Set([...stored.keys(), ...folded.keys()])].flatMap((account) => {
    const [row, log] = [stored.get(account), folded.get(account)]
    return row === log ? [] : [`${account}: ${inTenths(row)} in the read models, ${inTenths(log)} by the log.`]
  })
}

const inTenths = (tenths: number | undefined): string => (tenths === undefined ? 'nothing' : `${tenths} tenths`)

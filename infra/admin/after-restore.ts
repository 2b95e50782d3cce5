/**
 * `npm run admin -- after-restore`: corrects PostgreSQL from the log after it was restored from an older backup than
 * the event store's. Reads the whole log; may be repeated, also while Hatik runs.
 */
import { BESIDE_PREFIXES, EVERY_PREFIX } from '#contracts/events/every-stream.ts'
import { ACCOUNT_PREFIX } from '#contracts/events/ledger-events.ts'
import { claimCardsAgain } from '#accounts/cards/cards-after-restore.ts'
import {
  lastInvoiceNumber,
  passInvoiceNumber,
  writtenNumber,
  type InvoiceNumber,
} from '#businesses/invoices/invoice-numbers.ts'
import { takeRightsAgain } from '#businesses/staff/staff-after-restore.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import { notRelayed, putInOrder } from '#platform/outbox/event-outbox-restore.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { highestId, passIds } from '#projections/runtime/catch-up/known-people.ts'
import { parseLedgerLogEvent, type LedgerLogEvent } from '#projections/runtime/catch-up/power-event.ts'
import { openAwardsOfLog } from './awards-of-log.ts'
import { meetErasures, meetWhoLeft, stillThere, type WhoLeft } from './who-left.ts'

const BATCH_EVENTS = 4_000

type Store = Pick<EventStoreGateway, 'openLogReader' | 'readStream'>
type OfStream = { events: LogEvent[]; head: number }
type Meet = (events: readonly LogEvent[]) => Promise<number>

/**
 * `tell` gets lines for the operator. `lastInvoice`: the last issued invoice number, if known. Returns who left and is
 * present again, by users.id. Throws if the store or PostgreSQL is unavailable, and may then be repeated.
 */
export async function afterRestore(
  pool: Pool,
  store: Store,
  tell: (line: string) => void,
  lastInvoice?: InvoiceNumber,
): Promise<number[]> {
  const awards = await openAwardsOfLog(pool, store, new Date())
  const left: WhoLeft = new Map()
  const {
    read,
    highest: known,
    streams,
  } = await readLog(pool, store, async (batch) => {
    const known = batch.flatMap(ofThisVersion)
    meetWhoLeft(left, known)
    meetErasures(left, batch)
    await awards.meet(known)
    return highestId(known)
  })
  const highest = [...left.keys()].reduce((most, userId) => Math.max(most, userId), known)
  tell(`The log has ${read} events.`)

  const given = await passIds(pool, highest)
  if (given === undefined) tell(`User ids: the next one is above the highest in the log (${highest}).`)
  else
    tell(
      `User ids: the log has ids up to ${highest}, the database only up to ${given}; the next user gets ${highest + 1}.`,
    )

  let behind = 0
  for (const [stream, { events, head }] of streams) {
    if (events.length === 0) continue
    const { missing, moved } = await putInOrder(pool, stream, { events, head })
    if (missing + moved === 0) continue
    behind += 1
    tell(
      `${stream}: added ${missing} missing events from the log; the worker will relay ${moved} waiting events after them.`,
    )
  }
  if (behind === 0) tell('The event outbox is up to date with the log.')
  const taken = await takeRightsAgain(pool)
  if (taken > 0) tell(`People of shops and tills that have lost rights according to the log: ${taken}.`)
  const cards = await claimCardsAgain(pool)
  if (cards > 0) tell(`Printed cards that are claimed or blocked according to the log: ${cards}.`)
  await awards.finish(tell)

  const { businesses, buyers, staff, managers } = await stillThere(pool, left)
  if (businesses.length > 0)
    tell(`Businesses deleted according to the log, but open in this database: ${businesses.join(', ')}.`)
  if (buyers.length > 0)
    tell(`Buyers deleted according to the log, but present in this database: ${buyers.join(', ')}.`)
  if (staff.length > 0)
    tell(`Administrators and auditors removed according to the log, but able to sign in here: ${staff.join(', ')}.`)
  if (managers.length > 0)
    tell(`Managers' accounts deleted according to the log, but present in this database: ${managers.join(', ')}.`)
  await passInvoices(pool, tell, lastInvoice)
  return [...businesses, ...buyers, ...staff, ...managers]
}

/** Events contain no invoice numbers. */
async function passInvoices(
  pool: Pool,
  tell: (line: string) => void,
  lastInvoice: InvoiceNumber | undefined,
): Promise<void> {
  if (lastInvoice && (await passInvoiceNumber(pool, lastInvoice)))
    return tell(`The next invoice number follows ${writtenNumber(lastInvoice)}.`)
  const last = await lastInvoiceNumber(pool)
  tell(
    `Last invoice in this database: ${last ? writtenNumber(last) : 'none'}. The log contains no invoice numbers: if a later invoice was sent, run this again with --last-invoice and its number.`,
  )
}

async function readLog(
  pool: Pool,
  store: Store,
  meet: Meet,
): Promise<{ read: number; highest: number; streams: Map<string, OfStream> }> {
  const log = store.openLogReader(EVERY_PREFIX)
  const streams = new Map<string, OfStream>()
  let [read, highest] = [0, 0]
  try {
    for (let after: bigint | null = null; ;) {
      const batch = await log.read(after, BATCH_EVENTS)
      read += batch.events.length
      highest = Math.max(highest, await meet(batch.events))
      const ofOutbox = batch.events.filter(({ stream }) => !stream.startsWith(ACCOUNT_PREFIX))
      for (const { stream, revision } of ofOutbox) {
        const known = streams.get(stream) ?? { events: [], head: revision }
        streams.set(stream, Object.assign(known, { head: revision }))
      }
      if (ofOutbox.length > 0)
        for (const event of await notRelayed(pool, ofOutbox)) streams.get(event.stream)!.events.push(event)
      if (batch.reachedHead) return { read, highest, streams }
      after = batch.lastPosition
    }
  } finally {
    await log.close()
  }
}

/** Unknown events stop the projections, which report them. */
function ofThisVersion(event: LogEvent): LedgerLogEvent[] {
  try {
    return BESIDE_PREFIXES.some((prefix) => event.stream.startsWith(prefix)) ? [] : [parseLedgerLogEvent(event)]
  } catch {
    return []
  }
}

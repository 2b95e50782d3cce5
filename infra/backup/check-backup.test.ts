import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { canonicalEvent } from '#audit/canonical-event.ts'
import { openSigningKey } from '#audit/signing-key.ts'
import { rootOf } from '#audit/testing/plain-merkle.ts'
import type { SignedHead } from '#contracts/calls/proofs.ts'
import { leafHash } from '#contracts/verify/merkle.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { headText } from '#contracts/verify/signatures.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { History } from '#projections/testing/history.ts'
import { checkBackup } from './check-backup.ts'
import { writeBackup } from './container/write-backup.ts'
import type { Balance, Ledger } from './ledger-rows.ts'
import { lineOf } from './log-lines.ts'
import { ABOUT, BALANCES, ERASED, LEDGER, LOG, ROWS, SEQUENCES, type About } from './sections.ts'

const folder = mkdtempSync(join(tmpdir(), 'hatik-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [ANI, ARAM] = [
  { businessId: 2, buyerId: 7 },
  { businessId: 2, buyerId: 9 },
]
const history = new History(1n)
history.award(ANI, 50_000)
history.redeem(ANI, 400)
history.award(ARAM, 12_500)
const beforeLast = history.events.at(-1)!.position
history.award(ARAM, 5_000)
const { events } = history

const seal = Buffer.alloc(32, 7)
const key = openSigningKey({ seed: '1'.repeat(64), file: '' })
const leaves = events.map((event) => leafHash(canonicalEvent(event, seal)))
function signed(size: number, root = toHex(rootOf(leaves.slice(0, size)))): SignedHead {
  const head = { size, root, position: String(events[size - 1]?.position ?? 0), at: '2026-01-30T12:00:00.000Z' }
  return { ...head, keyId: key.keyId, signature: key.sign(headText(head)) }
}

type Parts = {
  position: string
  heads: SignedHead[]
  balances: Balance[]
  log: readonly LogEvent[]
  shards?: string[]
  without?: string
}
const RIGHT: Parts = {
  // The read models lack the last event.
  position: String(beforeLast),
  heads: [signed(4), signed(3), signed(1)],
  balances: [
    [2, 7, 600],
    [2, 9, 250],
  ],
  log: events,
}

let count = 0
async function written(parts: Partial<Parts> = {}): Promise<string> {
  const { position, heads, balances, log, shards, without } = { ...RIGHT, ...parts }
  const about: About = {
    takenAt: 'now',
    migrations: [],
    tables: [{ table: 'users', columns: ['id'] }],
    position,
    ...(shards && { shards }),
  }
  const ledger: Ledger = { seal: seal.toString('hex'), keys: { [key.keyId]: key.publicKey }, heads }
  const lines = (each: readonly string[]) => each.map((line) => `${line}\n`).join('')
  const file = join(folder, `${(count += 1)}.backup`)
  await writeBackup(file, undefined, async ({ section }) => {
    for (const [name, text] of [
      [ABOUT, JSON.stringify(about)],
      [ERASED, '[]'],
      [LEDGER, JSON.stringify(ledger)],
      [BALANCES, lines(balances.map((balance) => JSON.stringify(balance)))],
      [`${ROWS}users`, ''],
      [SEQUENCES, '{}'],
      [LOG, lines(log.map(lineOf))],
    ] as const)
      if (name !== without) await section(name, [Buffer.from(text)])
  })
  return file
}
const differences = async (parts: Partial<Parts> = {}) =>
  (await checkBackup(await written(parts), undefined)).differences
const forged = (index: number, tenths: number): LogEvent[] =>
  events.map((event, at) => (at === index ? { ...event, data: { ...(event.data as object), tenths } } : event))

it('finds nothing wrong where rows and heads follow from the log', async () => {
  expect(await checkBackup(await written(), undefined)).toMatchObject({
    accounts: 2,
    events: 4,
    keys: [key.keyId],
    differences: [],
  })
})

it('takes each balance at the position of its shard', async () => {
  const shards = [String(events.at(-1)!.position), String(beforeLast)]
  const ahead: Balance[] = [
    [2, 7, 600],
    [2, 9, 350],
  ]
  expect(await differences({ shards, balances: ahead })).toEqual([])
  expect(await differences({ balances: ahead })).not.toEqual([])
})

it.each<[string, Partial<Parts>, string[]]>([
  [
    'a wrong balance',
    {
      balances: [
        [2, 7, 601],
        [2, 9, 250],
      ],
    },
    ['account-2.7: 601 tenths in the read models, 600 tenths by the log.'],
  ],
  [
    'an account without a row, and a row without an account',
    {
      balances: [
        [2, 7, 600],
        [3, 9, 250],
      ],
    },
    [
      'account-3.9: 250 tenths in the read models, nothing by the log.',
      'account-2.9: nothing in the read models, 250 tenths by the log.',
    ],
  ],
  [
    'a head over other events, rightly signed',
    { heads: [signed(4), signed(3, 'ab'.repeat(32))] },
    ['The first 3 events are not those that were signed on 2026-01-30T12:00:00.000Z.'],
  ],
  [
    'a head that was changed after it was signed',
    { heads: [{ ...signed(3), size: 4, root: signed(4).root }] },
    ['The signature of the head over 4 events does not fit its key.'],
  ],
  [
    'a head by a key that the ledger does not have',
    { heads: [{ ...signed(4), keyId: 'cd'.repeat(32) }] },
    ['The signature of the head over 4 events does not fit its key.'],
  ],
  ['a log whose end is missing', { log: events.slice(0, 3) }, ['The log ends before the 4 events of a signed head.']],
  [
    'an event that was changed after the heads were signed',
    { log: forged(3, 999) },
    ['The first 4 events are not those that were signed on 2026-01-30T12:00:00.000Z.'],
  ],
  [
    'an event that the read models hold and that was changed',
    { log: forged(2, 999) },
    [
      'The first 4 events are not those that were signed on 2026-01-30T12:00:00.000Z.',
      'The first 3 events are not those that were signed on 2026-01-30T12:00:00.000Z.',
      'account-2.9: 250 tenths in the read models, 999 tenths by the log.',
    ],
  ],
])('names %s', async (_what, parts, words) => {
  expect(await differences(parts)).toEqual(words)
})

it('names events that are out of order', async () => {
  const [first, second, ...rest] = events as [LogEvent, LogEvent, ...LogEvent[]]
  expect((await differences({ log: [second, first, ...rest] }))[0]).toBe(
    `The event at ${first.position} follows one at ${second.position}.`,
  )
})

it.each([ABOUT, ERASED, LEDGER, BALANCES, `${ROWS}users`, SEQUENCES, LOG])(
  'refuses a backup without %s',
  async (without) => {
    await expect(differences({ without })).rejects.toThrow(/^The backup lacks the section/)
  },
)

it('throws for a damaged file before anything of it is believed', async () => {
  const file = await written()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.subarray(0, -1))
  await expect(checkBackup(file, undefined)).rejects.toThrow('it is cut off')
})

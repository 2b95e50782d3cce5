/**
 * Data isolation: everybody makes every documented read with every id, and no answer, file, stream or mail may hold
 * another's seeded marker (R178-R182, R121, H16).
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Heads } from '#contracts/calls/proofs.ts'
import { LIVE_MOVED, LIVE_PATH } from '#contracts/calls/live.ts'
import {
  ALL,
  atShop,
  seedMarkers,
  pointsPattern,
  type SeededMarkers,
  type Who,
} from '../../../infra/testing/seeded-markers.ts'
import { SoftBrowser } from '../../../infra/testing/people/soft-browser.ts'
import { addPasskey } from '../../../infra/testing/people/soft-passkey.ts'
import { documentCalls, type DocumentCall } from '../../../infra/quality/document-calls.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { textIn } from '../../../infra/testing/read-pdf.ts'
import { rowsIn } from '../../../infra/testing/read-workbook.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

let product: Product
let walls: SeededMarkers
/** Of two accounts of different people and businesses. */
let positions: string[]
const batches: string[] = []
const streams = {} as Record<Exclude<Who, 'visitor'>, () => string>
const ends = new AbortController()
beforeAll(async () => {
  product = await startProduct()
  walls = await seedMarkers(product, async (people) => {
    for (const [who, person] of Object.entries(people)) streams[who as keyof typeof streams] = await listen(person)
  })
  await addWhatCameOfIt()
  await waitUntil('a signed tree head covers both movements', isSigned)
})
afterAll(async () => {
  ends.abort()
  await product.close()
})

/** As a browser: a stream that ends is opened again, and then tells of what it missed. */
async function listen(person: Person): Promise<() => string> {
  let text = ''
  const open = () =>
    fetch(product.address + LIVE_PATH, {
      headers: { cookie: person.cookie, 'last-event-id': [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '' },
      signal: ends.signal,
    })
  const first = await open()
  const read = async () => {
    for (let answer = first; answer.status === 200; answer = await open())
      for await (const chunk of answer.body!.pipeThrough(
        new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>,
      ))
        text += chunk
  }
  void read().catch(() => {})
  // Until then it tells of nothing: its first event covers all before.
  if (first.status === 200) await waitUntil('the stream has begun', () => text.includes('event: '))
  return () => text
}

/** Proofs of the movements exist only under a tree head, which is signed every ten seconds. */
async function isSigned(): Promise<boolean> {
  const { heads } = (await (await fetch(`${product.address}/api/ledger/heads?limit=1`)).json()) as Heads
  const last = heads[0]?.position
  return last != null && positions.every((position) => BigInt(position) <= BigInt(last))
}

/** Adds markers: sums, and texts that only the person can enter. */
async function addWhatCameOfIt(): Promise<void> {
  const whoIs = (id: number) => ALL.find((who) => who !== 'visitor' && walls.people[who].id === id)!
  const ofShop = (id: number) => atShop(id === walls.shops.cafe.id ? 'cafe' : 'books')
  await walls.people.cafe.get(`/api/business/${walls.shops.cafe.id}/stats`)
  const accounts = await product.pool.query<{ shop: number; buyer: number; tenths: number }>(
    'SELECT business_id AS shop, buyer_id AS buyer, balance_tenths::int AS tenths FROM read.account_balances',
  )
  for (const { shop, buyer, tenths } of accounts.rows)
    walls.add(`the balance of ${whoIs(buyer)} at ${whoIs(shop)}`, pointsPattern(tenths), [
      ...ofShop(shop),
      whoIs(buyer),
      'admin',
      'auditor',
    ])
  const movements = await product.pool.query<{ position: string }>(
    'SELECT min(position)::text AS position FROM read.movements GROUP BY business_id, buyer_id ORDER BY business_id, buyer_id',
  )
  positions = [movements.rows.at(0)!.position, movements.rows.at(-1)!.position]
  const totals = await product.pool.query<{ shop: number; issued: number }>(
    'SELECT business_id AS shop, issued_tenths::int AS issued FROM read.business_stats',
  )
  for (const { shop, issued } of totals.rows)
    walls.add(`all that ${whoIs(shop)} has issued`, pointsPattern(issued), [...ofShop(shop), 'admin', 'auditor'])
  for (const who of ['cafe', 'books'] as const) {
    const shop = walls.people[who]
    const names = { person: `Zvart of ${who}`, till: `Drawer of ${who}`, branch: `Corner of ${who}` }
    await shop.write('POST', `/api/business/${shop.id}/staff`, { name: names.person, role: 'cashier', pin: '4711' })
    await shop.write('POST', `/api/business/${shop.id}/tills`, { name: names.till })
    await shop.write('POST', `/api/business/${shop.id}/branches`, { name: names.branch })
    for (const [what, name] of Object.entries(names)) walls.add(`a ${what} of ${who}`, name, [who])
    const { body } = await shop.write<{ batchId: string }>('POST', `/api/business/${shop.id}/cards`, { cards: 1 })
    batches.push(body.batchId)
    walls.add(`cards of ${who}`, body.batchId, [who])
    const table = await readAs(who, `/api/business/${shop.id}/cards/${body.batchId}/cards.csv`)
    walls.add(`a card's secret of ${who}`, table.text.trim().split(',').at(-1)!, [who])
  }
  for (const who of ALL) {
    if (who === 'visitor') continue
    // A passkey of staff, which counts as both factors, gives their session a new id.
    await addPasskey(walls.people[who], product.address, `Key of ${who}`)
    const { body } = await walls.people[who].get<{ id: string }[]>('/api/auth/sessions')
    for (const { id } of body) walls.add(`a session of ${who}`, id, [who])
    walls.add(`a passkey of ${who}`, `Key of ${who}`, [who])
  }
  // Their sessions have a second factor: the passkey just added.
  for (const [who, since] of [
    ['admin', '2001-02-03T04:05:06.789Z'],
    ['auditor', '2002-03-04T05:06:07.891Z'],
  ] as const) {
    await product.pool.query(
      `INSERT INTO totp_secrets (user_id, id, secret, active_since) VALUES ($1, gen_random_uuid(), 'sealed', $2)`,
      [walls.people[who].id, since],
    )
    walls.add(`the authenticator app of ${who}`, since, [who])
  }
  for (const who of ['ani', 'davit'] as const) {
    const browser = new SoftBrowser(`https://push.example/of-${who}`).subscription()
    await walls.people[who].write('PUT', '/api/push/subscriptions', browser)
    walls.add(`a browser of ${who}`, browser.endpoint, [who])
  }
}

/** Reads without a marker: no pictures, a link works once, a code is a bearer secret (H13), and nobody is a till. */
const OF_NOTHING = [
  '/api/auth/verify-email',
  '/api/auth/invitation',
  '/logos/{userId}/{name}',
  '/api/business/{id}/redemptions/{code}',
  '/api/till',
  '/api/admin/businesses/{id}/id-document',
]

/** Everybody's values of a path parameter. A new name needs a line here. */
function valuesOf(name: string, path: string): readonly (string | number)[] {
  const { shops, buyers, slugs, invoices } = walls
  const [ofShops, ofBuyers] = [Object.values(shops).map(({ id }) => id), Object.values(buyers).map(({ id }) => id)]
  const values: Record<string, readonly (string | number)[]> = {
    id: path.startsWith('/api/buyer/') ? ofBuyers : ofShops,
    userId: ofShops,
    businessId: ofShops,
    // Lookups return any code asked for (H16), so only codes that both know.
    buyerId: path === '/api/buyer/verify/{buyerId}' ? [buyers.ani.code, buyers.davit.code] : ofBuyers,
    slug: Object.values(slugs),
    invoiceId: Object.values(invoices),
    position: positions,
    name: ['none.webp'],
    code: ['NONE2345'],
    sheet: ['a6.pdf'],
    batchId: batches,
    file: ['cards.csv'],
  }
  return values[name] ?? expect.fail(`${path}: nothing is known to stand for {${name}}`)
}

/** Values of query parameters, including searches for other people. */
function queriesOf({ query }: DocumentCall): string[] {
  const { people, shops, buyers } = walls
  const month = new Date().toISOString().slice(0, 7)
  const choices: Record<string, readonly (string | number)[]> = {
    token: ['none'],
    first: [1],
    second: [2],
    format: ['csv', 'pdf', 'ndjson'],
    direction: ['next', 'previous'],
    month: [month],
    position: positions,
    search: [...Object.values(people).map(({ email }) => email), buyers.mane.code],
    buyerCode: [buyers.mane.code],
    business: Object.values(shops).map(({ id }) => id),
    businessId: Object.values(shops).map(({ id }) => id),
    buyer: [buyers.mane.id, buyers.mane.code],
  }
  const needed = query
    .filter(({ required }) => required)
    .map(({ name }) => `${name}=${choices[name]?.[0] ?? expect.fail(`nothing is known to stand for ${name}`)}`)
  return [
    needed.join('&'),
    ...query.flatMap(({ name }) =>
      (choices[name] ?? []).map((value) =>
        [...needed.filter((one) => !one.startsWith(`${name}=`)), `${name}=${encodeURIComponent(value)}`].join('&'),
      ),
    ),
  ]
}

function addressesOf(call: DocumentCall): string[] {
  const paths = call.pathFields.reduce<string[]>(
    (all, name) =>
      all.flatMap((path) => valuesOf(name, call.path).map((value) => path.replace(`{${name}}`, String(value)))),
    [call.path],
  )
  return paths.flatMap((path) => queriesOf(call).map((query) => `${path}?${query}`))
}

async function readAs(who: Who, address: string): Promise<{ status: number; text: string }> {
  const person = who === 'visitor' ? undefined : walls.people[who]
  const answer = await fetch(product.address + address, { headers: person ? { cookie: person.cookie } : {} })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status >= 500) expect.fail(`${who}: ${address} ${answer.status}`)
  const body =
    answer.status !== 200
      ? bytes.toString()
      : type.includes('pdf')
        ? textIn(bytes)
        : type.includes('spreadsheet')
          ? JSON.stringify(await rowsIn(bytes))
          : bytes.toString()
  return { status: answer.status, text: `${JSON.stringify([...answer.headers])}\n${body}` }
}

/** Collects leaks, and which markers reached their audience. */
class Watch {
  readonly faults = new Set<string>()
  readonly #met = new Set<string>()

  look(who: Who, where: string, text: string): void {
    for (const { what, for: audience, pattern } of walls.canaries) {
      const isFor = audience.includes(who)
      if (isFor && this.#met.has(what)) continue
      if (!pattern.test(text)) continue
      if (isFor) this.#met.add(what)
      else this.faults.add(`${who} is told ${what} by ${where}`)
    }
  }

  /** Markers whose audience never saw them: withholding those proves nothing. */
  unmet(): string[] {
    return walls.canaries
      .filter(({ what, for: audience }) => audience.length > 0 && !this.#met.has(what))
      .map(({ what }) => what)
  }
}

it("no read, file, stream, mail or write shows another's data, and each marker reaches its audience", async () => {
  const watch = new Watch()
  const reads = (await documentCalls(product.address)).filter(
    ({ method, path }) => method === 'GET' && path !== LIVE_PATH,
  )
  const asked = reads.flatMap((call) => addressesOf(call).map((address) => ({ call, address })))
  const answered = new Set<string>()
  // Few files per person are drawn at once.
  await Promise.all(
    ALL.map(async (who) => {
      for (const { call, address } of asked) {
        const { status, text } = await readAs(who, address)
        watch.look(who, `GET ${call.path} (${address})`, text)
        if (status === 200) answered.add(call.path)
      }
    }),
  )
  expect(reads.map(({ path }) => path).filter((path) => !answered.has(path))).toEqual(OF_NOTHING)
  for (const { who, where, text } of walls.answers) watch.look(who, where, text)
  for (const [who, text] of Object.entries(streams)) watch.look(who as Who, LIVE_PATH, text())
  for (const who of ['cafe', 'manager', 'books', 'ani', 'davit', 'mane'] as const)
    expect(streams[who](), who).toContain(`event: ${LIVE_MOVED}`)

  await waitUntil(
    'every mail to be sent',
    async () => (await product.pool.query(`SELECT FROM mail_outbox WHERE state = 'waiting'`)).rowCount === 0,
  )
  const mails = (await product.mails()).map((mail) => ({ ...mail, who: walls.addresses.get(mail.to) }))
  expect(mails.filter(({ who }) => who === undefined).map(({ to }) => to)).toEqual([])
  for (const { who, ...mail } of mails) watch.look(who!, `the mail “${mail.subject}”`, JSON.stringify(mail))

  expect([...watch.faults]).toEqual([])
  expect(watch.unmet()).toEqual([])
}, 600_000)

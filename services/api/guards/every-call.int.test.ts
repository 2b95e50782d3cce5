/** Sends bad values in each field of every call in the API document; new calls get their cases automatically. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorSchema } from '#contracts/calls/errors.ts'
import { HEADS_STREAM } from '#contracts/events/head-events.ts'
import { COVER_FIELD, LOGO_FIELD, PERK_PICTURE_FIELD } from '#contracts/calls/profile.ts'
import { ID_DOCUMENT_FIELD, ID_DOCUMENT_TOO_LARGE_BYTES, IMAGE_MAX_BYTES } from '#contracts/units/uploads.ts'
import { eventsDatabase, onDatabase } from '../../../infra/local/servers/database.ts'
import { documentCalls, withField, type DocumentCall } from '../../../infra/quality/document-calls.ts'
import { FORM_TYPE, formOf, oddForms } from '../../../infra/testing/odd-forms.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { signInManager } from '../../../infra/testing/people/manager.ts'
import { signInAgain, signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { WHO_MAY_CALL } from '../../../infra/testing/people/who-may-call.ts'
import { OPERATIONS } from '../open-api/operations.ts'

/** `type`: content type, if not JSON. */
type Case = {
  call: DocumentCall
  who: Person
  address: string
  body: string | Buffer<ArrayBuffer> | undefined
  type?: string
  what: string
}

let product: Product
let calls: DocumentCall[]
let cafe: Person & { perkIds: number[] }
let bakery: Person & { perkIds: number[] }
let ani: Person & { code: string }
let davit: Person & { code: string }
let admin: Person
let auditor: Person
let manager: Person
let visitor: Person
beforeAll(async () => {
  product = await startProduct()
  cafe = await product.business({ perks: ['1.0'] })
  bakery = await product.business({ perks: ['1.0'] })
  ani = await product.buyer()
  davit = await product.buyer()
  admin = await signInStaff(product, 'admin')
  auditor = await signInStaff(product, 'auditor')
  manager = await signInManager(product, cafe)
  visitor = new Person(product.address, { id: 0, email: '' })
  // Without the endless live stream and paths outside the API, which the web app's page answers.
  calls = (await documentCalls(product.address)).filter(({ path }) => path.startsWith('/api/') && path !== '/api/live')
})
afterAll(() => product.close())

const SOME_ID = '00000000-0000-5000-8000-000000000000'
const MARK = 'ZqMark7'
const TEXTS = [
  '',
  ' ',
  '\u200b',
  `\u202e${MARK}`,
  `e\u0301${MARK}`,
  `'; DROP TABLE users; --${MARK}`,
  `<script>${MARK}</script>`,
  `../../${MARK}`,
  `${MARK}\r\nX-Mark: 1`,
  'և',
  '%',
  '\\',
  '{}',
  'x'.repeat(41),
  'x'.repeat(301),
  'x'.repeat(1_025),
  '0',
  '-1',
  '1.5',
  '1e308',
  '+5',
  '0x10',
  '٥',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  'NaN',
  'true',
  'null',
  '2026-02-29',
  '0001-01-01',
  '9999-12-31',
  '2026-01-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-01-01T00:00:00+24:00',
  'constructor',
  '__proto__',
  'javascript:alert(1)',
  'a@b..c',
]
/** PostgreSQL cannot store these. */
const UNHELD = ['\0', '\ud800']
const SHORT = [
  '',
  ' ',
  `<script>${MARK}</script>`,
  `../../${MARK}`,
  '%',
  '0',
  '-1',
  '1.5',
  '٥',
  '999999999',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '0001-01-01',
  '9999-12-31',
  '2016-12-31T23:59:60Z',
  'constructor',
  'x'.repeat(301),
  ...UNHELD,
]
const OTHERS: readonly unknown[] = [
  undefined,
  null,
  0,
  -0,
  -1,
  1.5,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  true,
  [],
  [null],
  ['x'],
  {},
  { length: 1e9 },
  { toString: 1 },
  { constructor: { prototype: { x: 1 } } },
  Array.from({ length: 3_000 }, () => 'x'),
]
/** For callers whom the path does not concern: the refusal depends on their rights. */
const OF_OTHERS = ['', `<script>${MARK}</script>`, '%', '2147483648', '\0']
const QUERIES = (name: string) => [
  name,
  `${name}=1&${name}=2`,
  `${name}=%`,
  `${name}=%ff`,
  `${name}[]=1`,
  Array.from({ length: 300 }, () => `${name}=1`).join('&'),
]
const BODIES = ['', 'null', '[]', '"x"', '{', '{}{}', '\ufeff{}', '{"__proto__":{}}', `{"${MARK}":1}`]

const operationOf = ({ method, path }: DocumentCall) => OPERATIONS[`${method} ${path}` as keyof typeof OPERATIONS]!

function callerOf(call: DocumentCall): Person {
  const [role] = WHO_MAY_CALL[operationOf(call).access]
  return role ? { buyer: ani, business: cafe, manager, admin, auditor }[role] : visitor
}

function addressOf(call: DocumentCall, given: Record<string, string> = {}, query?: string): string {
  const ids: Record<string, unknown> = {
    slug: `business-${cafe.id}`,
    businessId: cafe.id,
    buyerId: ani.id,
    awardId: SOME_ID,
    redemptionId: SOME_ID,
    code: 'ABCD2345',
    staffId: SOME_ID,
    tillId: SOME_ID,
    branchId: SOME_ID,
    sheet: 'a6.pdf',
    perkId: cafe.perkIds[0],
    id: callerOf(call).id,
    userId: callerOf(call).id,
  }
  const path = call.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => given[name] ?? encodeURIComponent(String(ids[name] ?? 1)),
  )
  const needed = call.query
    .filter(({ name, required }) => required && query?.split('=')[0] !== name)
    .map(({ name }) => `${name}=1`)
  return `${path}?${[...needed, ...(query === undefined ? [] : [query])].join('&')}`
}

function bodyOf(call: DocumentCall): object {
  const named: Record<string, unknown> = {
    buyerId: call.path.includes('award') ? ani.code : ani.id,
    userId: call.path.includes('impersonation') ? bakery.id : ani.id,
    perkId: cafe.perkIds[0],
    email: 'somebody@hatik.test',
  }
  return Object.fromEntries(Object.entries(call.body ?? {}).map(([name, value]) => [name, named[name] ?? value]))
}

const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

function casesOf(call: DocumentCall): Case[] {
  const own = callerOf(call)
  const body = call.body && JSON.stringify(bodyOf(call))
  const one = (what: string, changed: Partial<Case>): Case => ({
    call,
    who: own,
    address: addressOf(call),
    body,
    what,
    ...changed,
  })
  return [
    ...call.pathFields.flatMap((name) =>
      [own, davit, manager, visitor].flatMap((who) =>
        (who === own ? SHORT : OF_OTHERS).map((text) =>
          one(`${name}=${text}`, { who, address: addressOf(call, { [name]: encoded(text) }) }),
        ),
      ),
    ),
    ...call.query.flatMap(({ name }) =>
      [...SHORT.map((text) => `${name}=${encoded(text)}`), ...QUERIES(name)].map((query) =>
        one(query, { address: addressOf(call, {}, query) }),
      ),
    ),
    ...call.bodyFields.flatMap((at) =>
      [...TEXTS, ...UNHELD, ...OTHERS].map((value) =>
        one(`${at.join('.')}: ${JSON.stringify(value)}`, { body: JSON.stringify(withField(bodyOf(call), at, value)) }),
      ),
    ),
    ...(call.body ? BODIES.map((text) => one(`body ${text}`, { body: text })) : []),
  ]
}

/** One byte over the limit (C11). */
const TOO_MANY_BYTES: Readonly<Record<string, number>> = {
  [LOGO_FIELD]: IMAGE_MAX_BYTES + 1,
  [COVER_FIELD]: IMAGE_MAX_BYTES + 1,
  [PERK_PICTURE_FIELD]: IMAGE_MAX_BYTES + 1,
  [ID_DOCUMENT_FIELD]: ID_DOCUMENT_TOO_LARGE_BYTES,
}
/** Replaces schema examples that another field's check would refuse. */
const OF_FORMS = { email: 'shop@hatik.test', password: PASSWORD, confirmPassword: PASSWORD, phone: '091 12 34 56' }

function formCasesOf(call: DocumentCall, form: NonNullable<DocumentCall['form']>, picture: Buffer): Case[] {
  const fields = Object.fromEntries(
    Object.entries(form.fields).map(([name, value]) => [name, (OF_FORMS as Record<string, unknown>)[name] ?? value]),
  )
  const one = (what: string, body: Buffer<ArrayBuffer>, type = FORM_TYPE): Case => ({
    call,
    who: callerOf(call),
    address: addressOf(call),
    body,
    type,
    what,
  })
  return [
    ...oddForms({ file: form.file, fields, picture, tooManyBytes: TOO_MANY_BYTES[form.file]!, mark: MARK }).map(
      ({ what, body, type }) => one(what, body, type),
    ),
    // Sent without the file, so even valid values are refused.
    ...form.names.flatMap((name) =>
      [...TEXTS, ...UNHELD].map((text) => one(`${name}: ${JSON.stringify(text)}`, formOf({ ...fields, [name]: text }))),
    ),
  ]
}

async function answerTo({ call: { method }, who, address, body, type = 'application/json' }: Case) {
  const answer = await fetch(product.address + address, {
    method,
    signal: AbortSignal.timeout(20_000),
    headers: {
      ...(who.cookie && { cookie: who.cookie }),
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, isMarked: answer.headers.has('x-mark'), text: await answer.text() }
}

/** Undefined if the answer is fine. */
function faultOf({ status, isMarked, text }: Awaited<ReturnType<typeof answerTo>>): string | undefined {
  if (status >= 500) return `${status} ${text}`
  if (isMarked) return 'a header of the caller’s making'
  if (status < 400) return undefined
  const told = errorSchema.safeParse(readJson(text))
  if (!told.success || told.data.requestId === undefined) return `refused in a shape of its own: ${status} ${text}`
  if (text.includes(MARK)) return `the input comes back: ${text}`
  return /node_modules|\.ts:\d|violates|invalid input syntax/.test(text) ? `tells of its inside: ${text}` : undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function together<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const take = async () => {
    for (let index = next++; index < list.length; index = next++) results[index] = await work(list[index]!)
  }
  await Promise.all(Array.from({ length: 8 }, take))
  return results
}

/** Tables that the worker writes on its own schedule, and the log of refusals. */
const OF_THE_WORKER =
  /^read(_\w+)?\.|\.(account_checks|check_runs|chores_calendar|ledger_\w+|self_checks|projection_generations|push_checkpoint|replays|security_log)$/

/** Count and hash per table. */
async function rows(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const { databaseUrl, eventStoreServer } = product.services
  for (const url of [databaseUrl, ...(eventStoreServer ? [eventsDatabase(databaseUrl)] : [])]) {
    await onDatabase(url, async (client) => {
      const tables = await client.query<{ name: string }>(
        "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
      )
      for (const { name } of tables.rows.filter((table) => !OF_THE_WORKER.test(table.name))) {
        const sum = await client.query<{ sum: string }>(
          `SELECT count(*) || ' rows, ' || coalesce(sum(hashtextextended(each::text, 0)), 0) AS sum FROM ${name} AS each WHERE row_to_json(each)->>'stream' IS DISTINCT FROM $1`,
          [HEADS_STREAM],
        )
        found[name] = sum.rows[0]!.sum
      }
    })
  }
  return found
}

/** Waits until all outbox events are in the log. */
async function rowsAtRest(): Promise<Record<string, string>> {
  let last = ''
  return waitUntil('the same rows twice', async () => {
    const { rows: waiting } = await product.pool.query('SELECT FROM event_outbox WHERE position IS NULL')
    if (waiting.length > 0) return false
    const now = await rows()
    const isSame = JSON.stringify(now) === last
    last = JSON.stringify(now)
    return isSame && now
  })
}

async function faultsOf(cases: readonly Case[]): Promise<{ faults: string[]; refused: Case[] }> {
  const answers = await together(cases, answerTo)
  const faults = answers.flatMap((answer, index) => {
    const { call, what } = cases[index]!
    const fault = faultOf(answer)
    return fault === undefined ? [] : [`${call.method} ${call.path} ${what.slice(0, 80)}: ${fault.slice(0, 300)}`]
  })
  return { faults, refused: cases.filter((_, index) => answers[index]!.status >= 400) }
}

/** Repeats every third refused call: it is refused again and changes no row. */
async function expectNothingBehind(allRefused: readonly Case[]): Promise<void> {
  const refused = allRefused.filter((_, index) => index % 3 === 0)
  const before = await rowsAtRest()
  const again = await together(refused, answerTo)
  expect(
    refused
      .filter((_, index) => again[index]!.status < 400)
      .map(({ call, what }) => `${call.method} ${call.path} ${what}`),
  ).toEqual([])
  expect(await rowsAtRest()).toEqual(before)
}

it('no call fails, leaks internals or echoes its input for bad fields; refused writes change nothing', async () => {
  const faults: string[] = []
  const refused: Case[] = []
  for (const call of calls) {
    // These calls may end their own session.
    if (/impersonation|sessions/.test(call.path)) admin = await signInAgain(product.address, admin)
    const found = await faultsOf(casesOf(call))
    faults.push(...found.faults)
    // A replay runs on its own, so a refused call may succeed later.
    if (call.method !== 'GET' && !call.path.startsWith('/api/admin/replay')) refused.push(...found.refused)
  }
  expect(faults).toEqual([])
  expect(refused.length).toBeGreaterThan(3_000)
  await expectNothingBehind(refused)
}, 600_000)

it('the same for uploads in malformed forms', async () => {
  const forms = calls.flatMap((call) => (call.form ? [{ call, form: call.form }] : []))
  expect(
    forms.map(({ form }) => form.file).filter((file) => TOO_MANY_BYTES[file] === undefined),
    'files without a limit',
  ).toEqual([])
  const picture = await sharp({ create: { width: 6, height: 4, channels: 3, background: '#9b1b30' } })
    .png()
    .toBuffer()
  const { faults, refused } = await faultsOf(forms.flatMap(({ call, form }) => formCasesOf(call, form, picture)))
  expect(faults).toEqual([])
  expect(refused.length).toBeGreaterThan(600)
  await expectNothingBehind(refused)
}, 600_000)

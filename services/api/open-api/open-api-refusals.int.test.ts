/** Whether the document alone suffices for a client: units, and every refusal that a till meets. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '#contracts/calls/errors.ts'
import type { Answer, Person } from '../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}
type Refusal = { $ref?: string; description: string }
type Shown = {
  description: string
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, Refusal>
}
type Document = {
  paths: Record<string, Record<string, Shown>>
  components: { responses: Record<string, Refusal>; schemas: Record<string, Schema> }
}

let product: Product
let document: Document
let cafe: Person & { perkIds: number[] }
let ani: Person & { code: string }
beforeAll(async () => {
  product = await sharedProduct()
  document = (await (await fetch(`${product.address}/api/docs/json`)).json()) as Document
  cafe = await product.business({ plan: 'starter', perks: ['1.0', '500.0'] })
  ani = await product.buyer()
})
afterAll(() => product.close())

const shown = (name: string): Shown => {
  const [method = '', path = ''] = name.split(' ')
  return document.paths[path]![method.toLowerCase()]!
}
const words = (refusal: Refusal | undefined) =>
  (refusal?.$ref ? document.components.responses[refusal.$ref.split('/').at(-1)!] : refusal)?.description ?? ''

/** The refusal occurred, and the document lists its code under its status. */
function expectDocumented(name: string, { status, body }: Answer, code: string): void {
  expect([name, body.code]).toEqual([name, code])
  expect([name, status, words(shown(name).responses[status])]).toEqual([
    name,
    status,
    expect.stringContaining(`\`${code}\``),
  ])
}

const AWARD = 'POST /api/business/{id}/award-points'
const VOID = 'POST /api/business/{id}/awards/{awardId}/void'
const VERIFY = 'POST /api/business/{id}/verify-redemption'
const CORRECT = 'POST /api/business/{id}/awards/{awardId}/correct'
const LOOK = 'GET /api/business/{id}/redemptions/{code}'
const REOPEN = 'POST /api/business/{id}/redemptions/{redemptionId}/reopen'
const REDEEM = 'POST /api/buyer/{id}/redeem'
const CANCEL = 'DELETE /api/buyer/{id}/redemption/{redemptionId}'

const award = (body: object, key?: string) =>
  cafe.write<{ awardId: string }>(
    'POST',
    `/api/business/${cafe.id}/award-points`,
    { buyerId: ani.code, amountSpent: 6_240, ...body },
    key,
  )
const callBack = (awardId: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/awards/${awardId}/void`, { reason: 'Wrong amount' })
const correct = (awardId: string, amountSpent: number) =>
  cafe.write('POST', `/api/business/${cafe.id}/awards/${awardId}/correct`, { amountSpent, reason: 'Wrong amount' })
const reopen = (redemptionId: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/redemptions/${redemptionId}/reopen`, { reason: 'Wrong perk' })
const verify = (redemptionCode: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode })
const redeem = (perkId: unknown) =>
  ani.write<{ redemptionCode: string; redemptionId: string }>('POST', `/api/buyer/${ani.id}/redeem`, { perkId })
const cancel = (redemptionId: string) => ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${redemptionId}`)

describe('the document lists the refusals that a till meets, by status and code', () => {
  it('the document lists the refusals of an award', async () => {
    const key = randomUUID()
    const receipt = '000123'
    expect((await award({ receipt }, key)).status).toBe(200)
    expectDocumented(AWARD, await award({ receipt, amountSpent: 500 }, key), 'idempotency_key_reused')
    expectDocumented(AWARD, await award({ receipt }), 'receipt_already_awarded')
    expectDocumented(AWARD, await award({ buyerId: 'ZZ9999' }), 'buyer_not_found')
    expectDocumented(AWARD, await award({ amountSpent: 49 }), 'invalid_input')
    expectDocumented(AWARD, await award({ happenedAt: '2020-01-01T00:00:00Z' }), 'happened_at_refused')
    expectDocumented(AWARD, await award({ receipt: 'x'.repeat(70_000) }), 'too_large')
    expectDocumented(
      AWARD,
      await cafe.send('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }),
      'idempotency_key_required',
    )
    const another = await product.business()
    expectDocumented(
      AWARD,
      await another.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }),
      'forbidden',
    )
  })

  it('the document lists the refusals of voiding an award', async () => {
    const { body } = await award({})
    expect((await callBack(body.awardId)).status).toBe(200)
    expectDocumented(VOID, await callBack(body.awardId), 'award_already_voided')
    expectDocumented(VOID, await callBack(randomUUID()), 'award_not_found')
  })

  it('the document lists the refusals of correcting an award', async () => {
    const { body } = await award({})
    expectDocumented(CORRECT, await correct(body.awardId, 6_240), 'award_unchanged')
    expectDocumented(CORRECT, await correct(randomUUID(), 500), 'award_not_found')
    expectDocumented(CORRECT, await correct(body.awardId, 49), 'invalid_input')
    expect((await callBack(body.awardId)).status).toBe(200)
    expectDocumented(CORRECT, await correct(body.awardId, 500), 'award_already_voided')
  })

  it('the document lists the refusals of redeeming a perk, and of verifying and cancelling its code', async () => {
    await award({})
    expectDocumented(REDEEM, await redeem(999_999), 'perk_not_found')
    expectDocumented(REDEEM, await redeem(cafe.perkIds[1]), 'insufficient_points')
    const [used, cancelled] = [(await redeem(cafe.perkIds[0])).body, (await redeem(cafe.perkIds[0])).body]
    expect([(await verify(used.redemptionCode)).status, (await cancel(cancelled.redemptionId)).status]).toEqual([
      200, 200,
    ])
    expectDocumented(VERIFY, await verify(used.redemptionCode), 'redemption_used')
    expectDocumented(VERIFY, await verify(cancelled.redemptionCode), 'redemption_cancelled')
    expectDocumented(VERIFY, await verify('ZZZZZZZZ'), 'redemption_not_found')
    const look = await cafe.get<{ code?: string }>(`/api/business/${cafe.id}/redemptions/ZZZZZZZZ`)
    expectDocumented(LOOK, look, 'redemption_not_found')
    expectDocumented(REOPEN, await reopen(cancelled.redemptionId), 'redemption_cancelled')
    expectDocumented(REOPEN, await reopen(randomUUID()), 'redemption_not_found')
    expectDocumented(CANCEL, await cancel(used.redemptionId), 'redemption_used')
    expectDocumented(CANCEL, await cancel(cancelled.redemptionId), 'redemption_cancelled')
    const perk = { name: 'Tea', description: 'Of mint', pointsRequired: 2 }
    expectDocumented(
      'POST /api/business/{id}/perks',
      await cafe.write('POST', `/api/business/${cafe.id}/perks`, perk),
      'perk_limit_reached',
    )
  })

  it('the document lists the refusals of the monthly limit, an ended trial and a suspension', async () => {
    const { rows } = await product.pool.query<{ month: string; used: number }>(
      `UPDATE quota SET used = 1000 WHERE business_id = $1 RETURNING month, used`,
      [cafe.id],
    )
    expect(rows).toHaveLength(1)
    const full = await award({})
    expectDocumented(AWARD, full, 'transaction_limit_exceeded')
    expect(full.body).toMatchObject({ limitExceeded: true })
    for (const [status, code] of [
      ['trial_expired', 'trial_expired'],
      ['suspended', 'account_suspended'],
    ] as const) {
      const other = await product.business()
      await product.pool.query('UPDATE business_profiles SET status = $2 WHERE user_id = $1', [other.id, status])
      const send = () =>
        other.write('POST', `/api/business/${other.id}/award-points`, { buyerId: ani.code, amountSpent: 500 })
      // Processes cache rows until they hear of a change.
      const refused = await waitUntil(`no award as ${status}`, () =>
        send().then((answer) => answer.status !== 200 && answer),
      )
      expectDocumented(AWARD, refused, code)
    }
  })

  it('the document lists every error code somewhere', () => {
    const told = JSON.stringify([document.paths, document.components.responses])
    expect(ERROR_CODES.filter((code) => !told.includes(`\`${code}\``))).toEqual([])
  })

  it('the document states the rate of every rate limit, and its 429', () => {
    const limits = {
      [AWARD]: /120 unknown buyer codes/,
      [VERIFY]: /10 wrong codes/,
      [LOOK]: /10 wrong codes/,
      [REDEEM]: /120 calls per minute per user/,
      'POST /api/auth/login': /20 calls per minute per IP address/,
      'GET /api/live': /8 concurrent streams/,
    }
    for (const [name, limit] of Object.entries(limits))
      expect([name, shown(name).description, words(shown(name).responses['429'])]).toEqual([
        name,
        expect.stringMatching(limit),
        expect.stringContaining('too_many_attempts'),
      ])
    const unbounded = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { description }]) =>
        /undefined/.test(description) ? [`${method} ${path}`] : [],
      ),
    )
    expect(unbounded).toEqual([])
  })
})

it('the example of a body is accepted by its call', async () => {
  const examples = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const example = requestBody?.content['application/json']?.example
      return example === undefined ? [] : [{ method: method.toUpperCase() as 'POST' | 'PUT', path, example }]
    }),
  )
  expect(examples.map(({ path }) => path)).toEqual(
    expect.arrayContaining([AWARD, VOID, VERIFY, REDEEM, 'POST /api/auth/login'].map((name) => name.split(' ')[1])),
  )
  for (const { method, path, example } of examples) {
    const [who, id] = path.startsWith('/api/buyer/') ? [ani, ani.id] : [cafe, cafe.id]
    const { body } = await who.write(
      method,
      path
        .replace('{id}', String(id))
        .replace(/\{(awardId|redemptionId|staffId|tillId|branchId)\}/, randomUUID())
        .replace('{perkId}', '1'),
      example,
    )
    expect([path, body.code === 'invalid_input']).toEqual([path, false])
  }
})

describe('the units', () => {
  it('the units of points and money are stated for every field, and match the values sent', async () => {
    const fields = Object.entries(document.paths).flatMap(([path, methods]) => fieldsIn(methods, path))
    const amounts = fields.filter(
      ({ name, schema: { type = '' } }) => AMOUNT.test(name) && /string|number|integer/.test(String(type)),
    )
    expect(amounts.length).toBeGreaterThan(50)
    expect(
      amounts
        .filter(({ schema }) => !/points|amd/i.test(schema.description ?? ''))
        .map(({ name, path }) => `${path} ${name}`),
    ).toEqual([])

    const shop = await product.business()
    const { body } = await shop.write('POST', `/api/business/${shop.id}/award-points`, {
      buyerId: ani.code,
      amountSpent: 6_249,
    })
    expect(body).toMatchObject({ points: 12.4, balance: '12.4', amountSpent: 6_249 })
    const fieldsOfAward = Object.fromEntries(
      fieldsIn(shown(AWARD).responses['200'], AWARD).map(({ name, schema }) => [name, schema]),
    )
    expect([fieldsOfAward['points'], fieldsOfAward['balance'], fieldsOfAward['amountSpent']]).toMatchObject([
      { type: 'number', description: expect.stringContaining('Never tenths') },
      { type: 'string', description: expect.stringContaining('Points as text') },
      { type: 'integer', description: 'Whole AMD.' },
    ])
  })

  it('the document tells a buyer code from a user id, though both are called buyerId (C5)', () => {
    const parameter = (path: string) =>
      (shown(`GET ${path}`) as Shown & { parameters: { name?: string; description?: string }[] }).parameters.find(
        ({ name }) => name === 'buyerId',
      )?.description
    expect(parameter('/api/buyer/verify/{buyerId}')).toMatch(/^A buyer code/)
    expect(parameter('/api/ledger/statement/{businessId}/{buyerId}')).toMatch(/^A user id/)
  })
})

const AMOUNT =
  /^(points|pointsRequired|\w*Points|totalPointsIssued|balance\w*|opening|closing|outstanding|sumOfBalances|\w+Amd|amountSpent)$/

type Field = { path: string; name: string; schema: Schema }

/** All properties in a part of the document, references included. */
function fieldsIn(part: unknown, path: string): Field[] {
  if (typeof part !== 'object' || part === null) return []
  const named = /^#\/components\/schemas\/(\w+)$/.exec((part as Schema).$ref ?? '')?.[1]
  if (named !== undefined) return fieldsIn(document.components.schemas[named], path)
  const { properties = {} } = part as Schema
  const own =
    typeof properties === 'object' && !Array.isArray(properties)
      ? Object.entries(properties).map(([name, schema]) => ({ path, name, schema }))
      : []
  return [...own, ...Object.values(part).flatMap((each) => fieldsIn(each, path))]
}

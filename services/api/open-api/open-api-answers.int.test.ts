/** Real responses against the API document, because clients depend on it. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorBody } from '#contracts/calls/errors.ts'
import { SoftBrowser } from '../../../infra/testing/people/soft-browser.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  additionalProperties?: Schema | boolean
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  required?: string[]
}
type Reply = {
  $ref?: string
  headers?: Record<string, object>
  content?: Record<string, { schema?: Schema; example?: ErrorBody }>
}
type Shown = {
  operationId: string
  parameters?: { name?: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Reply>
}
type Document = {
  info: { description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Shown>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Reply> }
}

let product: Product
let document: Document
let operations: Shown[]
let cafe: Person & { perkIds: number[] }
let ani: Person & { code: string }
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on' } })
  document = (await (await fetch(`${product.address}/api/docs/json`)).json()) as Document
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  cafe = await product.business({ perks: ['1.0'] })
  ani = await product.buyer()
})
afterAll(() => product.close())

const nameIn = ({ $ref = '' }: { $ref?: string }) => $ref.split('/').at(-1)!
const schemaOf = (schema: Schema): Schema => (schema.$ref ? document.components.schemas[nameIn(schema)]! : schema)
const replyOf = (reply: Reply): Reply => (reply.$ref ? document.components.responses[nameIn(reply)]! : reply)
const replyTo = (id: string, status: number | string) =>
  replyOf(operations.find(({ operationId }) => operationId === id)!.responses[status]!)

describe('a response', () => {
  it('responses have the fields of their schema, and timestamps in their format', async () => {
    const business = `/api/business/${cafe.id}`
    const award = await cafe.write<{ awardId: string }>('POST', `${business}/award-points`, {
      buyerId: ani.code,
      amountSpent: 5_000,
    })
    const another = await cafe.write<{ awardId: string }>('POST', `${business}/award-points`, {
      buyerId: ani.code,
      amountSpent: 500,
    })
    ani.sees(another.token)
    const redeem = () =>
      ani.write<{ redemptionId: string; redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
        perkId: cafe.perkIds[0],
      })
    const [used, cancelled, pending] = [await redeem(), await redeem(), await redeem()]
    const answers = {
      awardPoints: award,
      voidAward: await cafe.write('POST', `${business}/awards/${another.body.awardId}/void`, {
        reason: 'The amount was wrong',
      }),
      correctAward: await cafe.write('POST', `${business}/awards/${award.body.awardId}/correct`, {
        amountSpent: 4_000,
        reason: 'The amount was wrong',
      }),
      previewRedemption: await cafe.get(`${business}/redemptions/${pending.body.redemptionCode}`),
      redeemPerk: pending,
      verifyRedemption: await cafe.write('POST', `${business}/verify-redemption`, {
        redemptionCode: used.body.redemptionCode,
      }),
      reopenRedemption: await cafe.write('POST', `${business}/redemptions/${used.body.redemptionId}/reopen`, {
        reason: 'The wrong perk was given',
      }),
      cancelRedemption: await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${cancelled.body.redemptionId}`),
      verifyBuyer: await cafe.get(`/api/buyer/verify/${ani.code}`),
      listAwards: await cafe.get(`${business}/awards`),
      listUses: await cafe.get(`${business}/redemptions`),
      listMovements: await cafe.get(`${business}/movements`),
      listBuyers: await cafe.get(`${business}/buyers?limit=1`),
      listBuyerVisits: await cafe.get(`${business}/buyers/visits?limit=1`),
      readStats: await cafe.get(`${business}/stats`),
      readSubscription: await cafe.get(`${business}/subscription`),
      listPerks: await cafe.get(`${business}/perks`),
      readProfile: await cafe.get(`/api/business-profile/${cafe.id}`),
      listSessions: await cafe.get('/api/auth/sessions'),
      beginPasskey: await ani.write('POST', '/api/auth/passkeys/options'),
      listPasskeys: await ani.get('/api/auth/passkeys'),
      subscribeToPush: await ani.write('PUT', '/api/push/subscriptions', new SoftBrowser().subscription()),
      readPush: await ani.get('/api/push'),
      readMe: await ani.get('/api/auth/me'),
      listBalances: await ani.get(`/api/buyer/${ani.id}/points`),
      listAvailablePerks: await ani.get(`/api/buyer/${ani.id}/available-perks`),
      listRedemptions: await ani.get(`/api/buyer/${ani.id}/redemptions`),
      readStatement: await ani.get(`/api/buyer/${ani.id}/statement/${cafe.id}`),
    }
    const moments: string[] = []
    for (const [id, { status, body, headers }] of Object.entries(answers)) {
      const { content, headers: named = {} } = replyTo(id, status)
      expect([id, deviations(content!['application/json']!.schema!, body, moments)]).toEqual([id, []])
      const own = [...headers.keys()].filter((name) => /^(x-ratelimit|consistency|idempotency|next)-/.test(name))
      expect([id, own.filter((name) => !(name in named))]).toEqual([id, []])
    }
    expect(moments.length).toBeGreaterThan(20)
    expect(moments.filter((moment) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(moment))).toEqual([])
    expect(answers.redeemPerk.headers.has('x-ratelimit-remaining')).toBe(true)
  })

  it('responses may gain fields in later versions: no response schema is closed', () => {
    const closed = operations.flatMap(({ operationId, responses }) =>
      JSON.stringify(responses).includes('"additionalProperties":false') ? [operationId] : [],
    )
    expect([
      closed,
      Object.keys(document.components.schemas).filter(
        (name) => document.components.schemas[name]!.additionalProperties === false,
      ),
    ]).toEqual([[], []])
  })

  it('the same type has one schema name everywhere', () => {
    const perks = [replyTo('listPerks', 200), replyTo('createPerk', 201), replyTo('changePerk', 200)].map(
      ({ content }) => content!['application/json']!.schema!,
    )
    expect(perks.map(({ items, ...schema }) => items ?? schema)).toEqual(
      Array(3).fill({ $ref: '#/components/schemas/Perk' }),
    )
    expect(document.components.schemas['Error']!.properties!['user']).toEqual({ $ref: '#/components/schemas/User' })
    const pointedAt = new Set(
      [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name),
    )
    expect(Object.keys(document.components.schemas).toSorted()).toEqual([...pointedAt].toSorted())
  })
})

it('the example of a refusal has its status', () => {
  const examples = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, reply]) =>
      Object.values(replyOf(reply).content ?? {}).flatMap(({ example }) =>
        example ? [{ operationId, status, example }] : [],
      ),
    ),
  )
  expect(examples.length).toBeGreaterThan(operations.length * 3)
  for (const { operationId, status, example } of examples) {
    const [itsStatus, message] = ERRORS[example.code]
    expect([operationId, status, example.code, example.message]).toEqual([
      operationId,
      status === '4XX' ? '4XX' : String(itsStatus),
      example.code,
      message,
    ])
    expect([operationId, status, example.issues !== undefined]).toEqual([
      operationId,
      status,
      example.code === 'invalid_input',
    ])
  }
  expect(replyTo('awardPoints', 404).content!['application/json']!.example!.code).toBe('buyer_not_found')
  expect(replyTo('redeemPerk', 401).content!['application/json']!.example!.code).toBe('not_signed_in')
})

it('the server address is where the document was loaded from, behind any proxy', () => {
  expect(document.servers.map(({ url }) => url)).toEqual(['/'])
})

it('request fields have one type, usable by client generators', async () => {
  const sent = operations.flatMap(({ operationId, requestBody, parameters = [] }) => [
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.entries(schema.properties ?? {}).map(([name, field]) => ({ name: `${operationId} ${name}`, field })),
    ),
    ...parameters.flatMap(({ name, schema }) => (schema ? [{ name: `${operationId} ${name}`, field: schema }] : [])),
  ])
  const kindsOf = ({ anyOf = [], ...field }: Schema) =>
    [...typesOf(field), ...anyOf.flatMap(typesOf)].filter((type) => type !== 'null')
  expect(sent.filter(({ field }) => new Set(kindsOf(field)).size > 1).map(({ name }) => name)).toEqual([])
  expect(
    operations.find(({ operationId }) => operationId === 'awardPoints')!.requestBody!.content['application/json']!
      .schema.properties!['amountSpent'],
  ).toMatchObject({ type: 'integer', minimum: 50, maximum: 99_999_999 })
  for (const type of ['PointsAwarded', 'PointsAwarded&type=PerkRedeemed'])
    expect((await cafe.get(`/api/business/${cafe.id}/movements?type=${type}`)).status).toBe(200)
})

it('unknown fields are ignored, except in a body that moves points', async () => {
  expect(document.info.description).toMatch(
    /Unknown fields in a body or query are ignored, except in calls that move points/,
  )
  expect(
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
      buyerId: ani.code,
      amountSpent: 500,
      dryRun: true,
    }),
  ).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(
    (
      await cafe.write('POST', `/api/business/${cafe.id}/perks`, {
        name: 'Tea',
        description: 'Green',
        pointsRequired: 2,
        till: 2,
      })
    ).status,
  ).toBe(201)
  expect((await cafe.get(`/api/business/${cafe.id}/buyers?till=2`)).status).toBe(200)
})

it('two businesses may use the same idempotency key', async () => {
  expect(document.info.description).toMatch(/two businesses may use the same key/)
  const [key, another] = ['receipt-0001', await product.business()]
  const award = (business: Person) =>
    business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }, key)
  const [first, ofAnother, again] = [await award(cafe), await award(another), await award(cafe)]
  expect([first, ofAnother, again].map(({ status, headers }) => [status, headers.has('idempotency-replayed')])).toEqual(
    [
      [200, false],
      [200, false],
      [200, true],
    ],
  )
})

it('a scanner can tell the code of a buyer from that of a redemption', async () => {
  const { redeemPerk, verifyBuyer } = {
    redeemPerk: document.components.schemas['RedeemedPerk']!,
    verifyBuyer: replyTo('verifyBuyer', 200).content!['application/json']!.schema!,
  }
  expect(redeemPerk.properties!['redemptionCode']!.description).toMatch(
    /eight letters and digits.* Its QR code contains exactly this text/,
  )
  expect(verifyBuyer.properties!['buyerId']!.description).toMatch(
    /two letters and four digits.* QR code contains exactly this text/,
  )
  const award = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: ani.code,
    amountSpent: 5_000,
  })
  ani.sees(award.token)
  const { body } = await ani.write<{ redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
    perkId: cafe.perkIds[0],
  })
  expect([body.redemptionCode, ani.code]).toEqual([
    expect.stringMatching(/^[0-9A-Z]{8}$/),
    expect.stringMatching(/^[A-Z]{2}\d{4}$/),
  ])
})

it('the document says how a client detects a concurrent change (decision 40)', async () => {
  const { before } =
    document.paths['/api/business/{id}/perks/{perkId}']!['put']!.requestBody!.content['application/json']!.schema
      .properties!
  expect(before!.description).toMatch(/refused with 409; without this field the current values are overwritten/)
  const { body: perk } = await cafe.write<{ id: number }>('POST', `/api/business/${cafe.id}/perks`, {
    name: 'Tea',
    description: 'Of mint',
    pointsRequired: 2,
  })
  const change = (name: string, shown?: object) =>
    cafe.write('PUT', `/api/business/${cafe.id}/perks/${perk.id}`, {
      name,
      description: 'Of mint',
      pointsRequired: 2,
      ...(shown && { before: shown }),
    })
  const shown = { name: 'Tea', description: 'Of mint', pointsRequired: '2.0' }
  expect([
    (await change('Green tea', shown)).status,
    (await change('Black tea', shown)).body.code,
    (await change('Black tea')).status,
  ]).toEqual([200, 'changed_meanwhile', 200])
})

/** Differences between a response and its schema, unknown fields included. Collects date-time texts in `moments`. */
function deviations(schema: Schema, value: unknown, moments: string[]): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addFormat('date-time', (text) => moments.push(text) > 0)
  const closed = JSON.parse(JSON.stringify({ ...schema, components: document.components }), (_, part: Schema | null) =>
    part?.type === 'object' && part.properties ? { ...part, additionalProperties: false } : part,
  ) as object
  const validate = ajv.compile(closed)
  validate(value)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

const typesOf = (schema: Schema): string[] => [schemaOf(schema).type ?? []].flat()

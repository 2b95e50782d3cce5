/** The API document against the API. lost-answer.int.test.ts tests what it says of writes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contracts/calls/account/session.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { pairTill } from '../../../infra/testing/people/till.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../infra/testing/servers/test-product.ts'
import { oneOfEachRole, WHO_MAY_CALL } from '../../../infra/testing/people/who-may-call.ts'
import { OPERATIONS } from './operations.ts'

type Parameter = { $ref?: string; in?: string; name?: string; required?: boolean }
type Shown = {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters?: Parameter[]
  requestBody?: {
    required: boolean
    content: Record<string, { schema: { properties: Record<string, object>; required: string[] } }>
  }
  responses: Record<string, { $ref?: string; description: string; headers?: object; content?: Record<string, unknown> }>
}
type Document = {
  paths: Record<string, Record<string, Shown>>
  tags: { name: string }[]
  components: { securitySchemes: Record<string, { name: string }> }
}

let product: Product
let document: Document
let operations: [name: string, shown: Shown][]
let people: Record<Role, Person>
let visitor: Person
let till: Person
beforeAll(async () => {
  product = await sharedProduct()
  people = await oneOfEachRole(product)
  till = await pairTill(product, people.business)
  visitor = new Person(product.address, { id: 1, email: '' })
  till = await pairTill(product, await product.business())
  document = (await (await fetch(`${product.address}/api/docs/json`)).json()) as Document
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, shown]): [string, Shown] => [`${method.toUpperCase()} ${path}`, shown]),
  )
})
afterAll(() => product.close())

/** A caller with access. */
function callerOf(name: string): Person {
  const { access } = OPERATIONS[name as keyof typeof OPERATIONS]!
  if (access === 'till') return till
  const [role] = WHO_MAY_CALL[access]
  return role ? people[role] : visitor
}

const needsSession = ({ security }: Shown) => security.length > 0 && security.every((scheme) => 'session' in scheme)

describe('the document of the API', () => {
  it('describes every operation, with its purpose and name, and no other', () => {
    expect(operations.map(([name]) => name).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(ids.filter((id, index) => !/^[a-z]+([A-Z][a-z]*)*$/.test(id) || ids.indexOf(id) !== index)).toEqual([])
    expect(operations.filter(([, { summary }]) => !summary).map(([name]) => name)).toEqual([])
  })

  it('declares every tag, without dangling references', () => {
    const used = new Set(operations.flatMap(([, { tags }]) => tags))
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer]) => pointer!)
    expect(pointers.length).toBeGreaterThan(operations.length)
    const found = (pointer: string) =>
      pointer
        .split('/')
        .reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], document)
    expect(pointers.filter((pointer) => found(pointer) === undefined)).toEqual([])
  })

  it('names every path parameter once', () => {
    for (const [name, { parameters = [] }] of operations) {
      const named = parameters.filter((one) => one.in === 'path').map((one) => one.name)
      expect([name, named.length, new Set(named)]).toEqual([
        name,
        new Set(named).size,
        new Set([...name.matchAll(/\{(\w+)\}/g)].map(([, each]) => each)),
      ])
    }
  })

  it('names the responses for refusal, failure, overload, unknown outcome and success', () => {
    for (const [name, { responses, security, ...shown }] of operations) {
      const statuses = Object.keys(responses)
      expect([name, statuses.filter((status) => /^20[01]$/.test(status)).length]).toEqual([name, 1])
      expect([name, statuses]).toEqual([name, expect.arrayContaining(['4XX', '500', '503'])])
      if (needsSession({ responses, security, ...shown }))
        expect([name, statuses]).toEqual([name, expect.arrayContaining(['401', '403'])])
      const writesToLedger = Object.values(responses).some(({ headers = {} }) => 'consistency-token' in headers)
      expect([name, statuses.includes('504')]).toEqual([name, writesToLedger])
    }
    // Names the parts that are down.
    expect(document.paths['/api/health/ready']?.['get']?.responses['503']?.content).toBeDefined()
  })

  it('is right about reads without a session (R182)', async () => {
    for (const [name, shown] of operations.filter(([each]) => each.startsWith('GET '))) {
      const { status } = await fetch(`${product.address}${addressOf(name)}`, { signal: AbortSignal.timeout(5_000) })
      expect([name, status === 401]).toEqual([name, needsSession(shown)])
    }
    // By id only the business's own; by slug public.
    expect((await fetch(`${product.address}/api/business/1/perks`)).status).toBe(401)
    // The address is shown to its owner's session, and on the first use of the link.
    expect(document.paths['/api/auth/verify-email']?.['get']?.security).toEqual([{}, { session: [] }])
  })

  it('is right that exactly the reads take a consistency-token', async () => {
    for (const [name, { parameters = [], responses }] of operations) {
      const takes = parameters.some(({ $ref }) => $ref === '#/components/parameters/ConsistencyToken')
      expect([name, takes, 'consistency-stale' in (responses['200']?.headers ?? {})]).toEqual([
        name,
        name.startsWith('GET '),
        name.startsWith('GET '),
      ])
      if (!takes) continue
      const caller = callerOf(name)
      const { status, body } = await caller.get(addressOf(name, caller.id), { 'consistency-token': 'none' })
      expect([name, status, body.issues?.[0]?.path]).toEqual([name, 400, 'consistency-token'])
    }
  })

  it('is right about writes with an optional body (R201)', async () => {
    const writes = operations.filter(
      ([name, { requestBody }]) =>
        !name.startsWith('GET ') &&
        requestBody?.content['application/json'] &&
        !name.includes('/auth/') &&
        !name.startsWith('POST /api/admin/login'),
    )
    expect(writes.length).toBeGreaterThan(20)
    for (const [name, { requestBody }] of writes) {
      const caller = callerOf(name)
      const { body } = await caller.write(methodOf(name), addressOf(name, caller.id))
      const isMissed = body.code === 'invalid_input' && (body.issues?.[0]?.path ?? 'none') === ''
      expect([name, isMissed, body]).toEqual([name, requestBody?.required, body])
      const { schema } = requestBody!.content['application/json']!
      if ((schema.required ?? []).length === 0) expect([name, requestBody?.required]).toEqual([name, false])
    }
  })

  it('describes the forms that carry a file', () => {
    const forms = operations.flatMap(([name, { requestBody }]) => {
      const schema = requestBody?.content['multipart/form-data']?.schema
      return schema ? [[name, Object.keys(schema.properties), schema.required] as const] : []
    })
    expect(forms.map(([name]) => name)).toEqual([
      'POST /api/auth/business-register',
      'POST /api/business-profile/{userId}/upload-logo',
      'POST /api/business-profile/{userId}/upload-cover',
      'POST /api/business-profile/{userId}/upload-perk-picture',
    ])
    const [[, fields, needed] = [], ...pictures] = forms
    expect(fields).toEqual(expect.arrayContaining(['email', 'businessName', 'taxId', 'idDocument']))
    expect(needed).toEqual(expect.arrayContaining(['email', 'businessName', 'legalStatus']))
    expect(needed).not.toContain('idDocument')
    expect(pictures.map(([, ...each]) => each)).toEqual(['logo', 'cover', 'picture'].map((name) => [[name], [name]]))
  })

  it('names the headers of paged lists and exports, and the session cookie', async () => {
    const named = (header: string) =>
      operations.filter(([, { responses }]) => header in (responses['200']?.headers ?? {})).map(([name]) => name)
    expect(named('next-cursor')).toEqual(['GET /api/business/{id}/buyers', 'GET /api/business/{slug}/reviews'])
    expect(named('export-lines')).toEqual(['GET /api/audit/export'])
    const ani = await product.buyer()
    expect(ani.cookie).toContain(`${document.components.securitySchemes['session']?.name}=`)
  })
})

const methodOf = (name: string) => name.split(' ')[0] as 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A valid path for the operation. */
/** `id`: the caller's. */
function addressOf(name: string, id = 1): string {
  const uuid = '00000000-0000-5000-8000-000000000000'
  const filled = name
    .replace(/^\w+ /, '')
    .replace('{buyerId}', name.includes('/verify/') ? 'AB1234' : String(id))
    .replace('{slug}', 'some-business')
    .replace('{name}', 'a.webp')
    .replace(/\{\w*[iI]d\}\/perks/, name.startsWith('GET ') ? 'some-business/perks' : `${id}/perks`)
    .replace('{code}', 'ABCD2345')
    .replace(/\{(awardId|redemptionId|staffId|tillId|branchId|batchId)\}/, uuid)
    .replace('{sheet}', 'a6.pdf')
    .replace('{file}', 'cards.csv')
    .replaceAll(/\{(?:id|userId)\}/g, String(id))
    .replaceAll(/\{\w+\}/g, '1')
  return filled + (QUERIES[name] ?? '')
}

const QUERIES: Record<string, string> = {
  'GET /api/auth/verify-email': '?token=none',
  'GET /api/auth/invitation': '?token=none',
  'GET /api/buyer/{id}/statement/{businessId}/file': '?format=csv&language=en',
  'GET /api/audit/inclusion': '?position=1',
  'GET /api/ledger/consistency': '?first=1&second=1',
  'GET /api/admin/time-travel/{businessId}/step': '?position=1&direction=next',
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '#contracts/calls/account/session.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../infra/testing/servers/test-product.ts'
import { oneOfEachRole, rolesOf, WHO_MAY_CALL } from '../../../infra/testing/people/who-may-call.ts'
import { ACCESS } from '../open-api/operation.ts'
import { OPERATIONS } from '../open-api/operations.ts'

let product: Product
let people: Record<Role, Person>
let visitor: Person
beforeAll(async () => {
  product = await sharedProduct()
  people = await oneOfEachRole(product)
  visitor = new Person(product.address, { id: 0, email: '' })
})
afterAll(() => product.close())

const CALLS = Object.entries(OPERATIONS).flatMap(([name, { access }]) => {
  const [method = '', path = ''] = name.split(' ')
  return ACCESS[access].session === 'needed' ? [{ name, access, method, path }] : []
})

const MALFORMED: readonly { type?: string; body?: string }[] = [
  {},
  { type: 'application/json', body: '{' },
  { type: 'text/csv', body: 'x' },
  { type: 'application/json', body: JSON.stringify({ much: 'x'.repeat(100_000) }) },
]

async function statusOf(
  { method, path }: (typeof CALLS)[number],
  who: Person,
  { type, body }: { type?: string; body?: string },
) {
  const address = `${product.address}${path.replaceAll(/\{\w+\}/g, 'x-')}?limit=x&month=x&format=x&cursor=%00`
  const answer = await fetch(address, {
    method,
    headers: { cookie: who.cookie, ...(type && { 'content-type': type }) },
    ...(method !== 'GET' && body !== undefined && { body }),
  })
  await answer.arrayBuffer()
  return answer.status
}

it('refuses visitors and wrong roles before reading the call', async () => {
  const seen: string[] = []
  const wanted: string[] = []
  for (const call of CALLS)
    for (const malformed of MALFORMED) {
      seen.push(`${call.name} by a visitor: ${await statusOf(call, visitor, malformed)}`)
      wanted.push(`${call.name} by a visitor: 401`)
      for (const role of WHO_MAY_CALL.signedIn.filter((one) => !rolesOf(call.name, call.access).includes(one))) {
        seen.push(`${call.name} by ${role}: ${await statusOf(call, people[role], malformed)}`)
        wanted.push(`${call.name} by ${role}: 403`)
      }
    }
  expect(CALLS.length).toBeGreaterThan(90)
  expect(seen).toEqual(wanted)
}, 180_000)

it('checks the id in the path before reading the body', async () => {
  const answer = await fetch(`${product.address}/api/business/${people.business.id}/award-points`, {
    method: 'POST',
    headers: { cookie: people.admin.cookie, 'content-type': 'application/json' },
    body: '{',
  })
  expect(answer.status).toBe(403)
  const another = await product.business()
  const others = await fetch(`${product.address}/api/business/${another.id}/award-points`, {
    method: 'POST',
    headers: { cookie: people.business.cookie, 'content-type': 'application/json' },
    body: '{',
  })
  expect(others.status).toBe(403)
})

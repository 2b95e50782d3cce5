/** ID documents of individuals (R162, H26). */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/units/time.ts'
import { deleteOldDocuments } from '#businesses/profile/id-documents.ts'
import { approveBusiness } from '#businesses/status/status-changes.ts'
import { systemCommandId } from '#platform/outbox/event-outbox.ts'
import { openFileStorage } from '#platform/files/file-storage.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import {
  registerBusiness,
  type RegistrationChange,
  type Upload,
} from '../../../../infra/testing/people/register-business.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { zeroPng } from '../../../../infra/testing/zero-png.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const visitor = () => new Person(product.address, { id: 0, email: '' })
const picture = () => sharp({ create: { width: 600, height: 400, channels: 3, background: '#9b1b30' } })
const register = (change?: RegistrationChange, upload?: Upload) => registerBusiness(product.address, { change, upload })
const approve = (id: number) =>
  inTransaction(product.pool, (client) =>
    approveBusiness(client, id, {
      commandId: systemCommandId(`approve:${randomUUID()}`),
      actor: { userId: 9, role: 'admin' },
      correlationId: 'test',
      at: new Date(),
    }),
  )

it('an individual needs an ID document, judged by content and size; no refusal leaves a file', async () => {
  const individual = { legalStatus: 'individual', taxId: '' }
  const png = await picture().png().toBuffer()
  const files = openFileStorage(product.env['FILES_URL']!)
  const before = (await files.list('id-documents')).length
  for (const [upload, message] of [
    [undefined, 'ID document is required for individual legal status'],
    [{ bytes: Buffer.alloc(0) }, 'ID document is required for individual legal status'],
    [{ bytes: Buffer.from('%PDF-1.7 not a picture'), name: 'id.png' }, 'Please upload an image file'],
    [
      { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), name: 'id.svg', type: 'image/svg+xml' },
      'Please upload an image file',
    ],
    [
      { bytes: zeroPng({ width: 3_000_000, height: 4, channels: 4, depth: 16 }) },
      'Failed to process image. Please try again.',
    ],
    [{ bytes: png.subarray(0, 90) }, 'Failed to process image. Please try again.'],
    [{ bytes: Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024 - png.length)]) }, 'File size must be less than 3MB'],
    [{ bytes: Buffer.alloc(5 * 1024 * 1024) }, 'File size must be less than 3MB'],
  ] as const) {
    const refused = await register(individual, upload)
    expect([refused.status, refused.body.message]).toEqual([400, message])
    expect(refused.body.issues).toEqual([{ path: 'idDocument', message }])
  }
  expect((await register(individual, { bytes: png, field: 'somethingElse' })).status).toBe(400)
  const taken = await register()
  await product.pool.query('UPDATE users SET email_verified = true WHERE id = $1', [taken.body.id])
  expect((await register({ ...individual, email: taken.email }, { bytes: png })).status).toBe(409)
  expect(await files.list('id-documents')).toHaveLength(before)
  const almost = await register(individual, {
    bytes: Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024 - png.length - 1)]),
  })
  expect(almost.status).toBe(201)
})

it('is stored without metadata, shown to administrators only, and deleted thirty days after the decision', async () => {
  const photo = await picture()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer()
  const { body, email } = await register(
    { legalStatus: 'individual', taxId: '' },
    { bytes: photo, name: 'photo.jpg', type: 'image/jpeg' },
  )
  const path = `/api/admin/businesses/${body.id}/id-document`
  const admin = await signInStaff(product, 'admin')
  const shown = await fetch(`${product.address}${path}`, { headers: { cookie: admin.cookie } })
  expect([
    shown.status,
    shown.headers.get('content-type'),
    shown.headers.get('cache-control'),
    shown.headers.get('x-content-type-options'),
  ]).toEqual([200, 'image/jpeg', 'no-store', 'nosniff'])
  const kept = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  expect([kept.format, kept.exif]).toEqual(['jpeg', undefined])

  // Views are logged once per administrator and day; refusals are not.
  const other = await signInStaff(product, 'admin')
  for (const who of [admin, other])
    expect((await fetch(`${product.address}${path}`, { headers: { cookie: who.cookie } })).status).toBe(200)
  const opened = async () =>
    (
      await product.pool.query<{ actor: number }>(
        `SELECT actor_id AS actor FROM read.business_history WHERE type = 'IdDocumentOpened' AND facts = $1 ORDER BY 1`,
        [JSON.stringify({ businessId: body.id })],
      )
    ).rows.map(({ actor }) => actor)
  await waitUntil('both stand in the log', async () => (await opened()).length === 2)

  const [buyer, business] = [await product.buyer(), await product.business()]
  expect([
    (await visitor().get(path)).status,
    (await buyer.get(path)).status,
    (await business.get(path)).status,
  ]).toEqual([401, 403, 403])
  expect(
    (await fetch(`${product.address}${path}`, { headers: { cookie: business.cookie } })).headers.get('content-type'),
  ).toContain('json')
  expect(await opened()).toEqual([admin.id, other.id])
  await approve(body.id)
  await product.mailTo(email, /հաստատված է$/)

  const files = openFileStorage(product.env['FILES_URL']!)
  const stored = (
    await product.pool.query<{ key: string }>('SELECT id_document_url AS key FROM users WHERE id = $1', [body.id])
  ).rows[0]!.key
  await deleteOldDocuments(product.pool, files, new Date(Date.now() + 29 * DAY_MS))
  expect(await files.get(stored)).toBeDefined()
  const orphan = 'id-documents/nobodys-1.jpg'
  await files.put(orphan, photo)
  // The registration may still be under way.
  await deleteOldDocuments(product.pool, files, new Date(Date.now() + 59 * 60_000))
  expect(await files.get(orphan)).toBeDefined()
  await deleteOldDocuments(product.pool, files, new Date(Date.now() + 31 * DAY_MS))
  expect([await files.get(stored), await files.get(orphan)]).toEqual([undefined, undefined])
  expect((await fetch(`${product.address}${path}`, { headers: { cookie: admin.cookie } })).status).toBe(404)
})

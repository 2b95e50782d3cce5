import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { perkSchema, type Perk } from '#contracts/calls/business.ts'
import type { AvailablePerk } from '#contracts/calls/buyer.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { IMAGE_MAX_BYTES, UPLOAD_ERRORS } from '#contracts/units/uploads.ts'
import { signInManager } from '../../../../infra/testing/people/manager.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { drawPicture, uploadPicture } from '../../../../infra/testing/people/upload-picture.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const GATA = { name: 'Gata', description: 'Warm', pointsRequired: 2 }
const HOW = { call: 'upload-perk-picture', field: 'picture' }
const pathOf = (shop: { id: number }) => `/api/business/${shop.id}/perks`
const upload = (shop: Person, bytes: Uint8Array, how = HOW, businessId = shop.id) =>
  uploadPicture({ at: product.address, cookie: shop.cookie, businessId }, bytes, how)
const uploaded = async (shop: Person) => (await upload(shop, await drawPicture())).body.pictureUrl
const listed = async (shop: Person) => (await shop.get<Perk[]>(pathOf(shop))).body
const stored = async (address: string) => (await fetch(`${product.address}${address}`)).status === 200
const age = (...addresses: string[]) => {
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS)
  for (const address of addresses)
    utimesSync(new URL(`.${address}`, `${product.env['FILES_URL']}/`), twoDaysAgo, twoDaysAgo)
}
const eventsOf = async (shop: Person) =>
  (
    await product.pool.query<{ type: string; data: object }>(
      `SELECT type, data FROM event_outbox WHERE stream = 'business-' || $1 AND type LIKE 'Perk%' ORDER BY revision`,
      [shop.id],
    )
  ).rows

describe('the picture of a perk (decision 59)', () => {
  it('is shown to visitors and buyers once the perk is saved with it, and stays until it is replaced or removed', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 1_000 })
    const visitor = new Person(product.address, { id: 0, email: '' })
    const shown = async () => [
      (await listed(cafe))[0]?.pictureUrl,
      (await visitor.get<Perk[]>(`/api/business/business-${cafe.id}/perks`)).body[0]?.pictureUrl,
      (
        await waitUntil('the perk is offered', async () => {
          const { body } = await ani.get<AvailablePerk[]>(`/api/buyer/${ani.id}/available-perks`)
          return body[0]
        })
      ).pictureUrl,
    ]
    const [first, second] = [await uploaded(cafe), await uploaded(cafe)]
    expect(first).toMatch(new RegExp(`^/logos/${cafe.id}/[a-z\\d-]+\\.webp$`))
    const { width, height, exif } = await sharp(
      Buffer.from(await (await fetch(`${product.address}${first}`)).arrayBuffer()),
    ).metadata()
    expect([width, height, exif]).toEqual([400, 267, undefined])

    const made = await cafe.write<Perk>('POST', pathOf(cafe), { ...GATA, pictureUrl: first })
    expect([made.status, made.body]).toEqual([
      201,
      { ...GATA, id: made.body.id, pointsRequired: '2.0', pictureUrl: first },
    ])
    expect(await shown()).toEqual([first, first, first])
    const put = async (change: object) =>
      (await cafe.write<Perk>('PUT', `${pathOf(cafe)}/${made.body.id}`, { ...GATA, ...change })).body.pictureUrl
    expect(await put({ description: 'Cold' })).toBe(first)
    expect(await put({ description: 'Cold', pictureUrl: second })).toBe(second)
    expect(await shown()).toEqual([second, second, second])
    for (const none of ['', null]) {
      expect(await put({ pictureUrl: second })).toBe(second)
      expect(await put({ pictureUrl: none })).toBeNull()
    }
    expect(await shown()).toEqual([null, null, null])
    // The log tells what was promised; pictures are in rows only.
    const text = { perkId: made.body.id, name: 'Gata', costTenths: 20 }
    const from = { fromName: 'Gata', fromCostTenths: 20 }
    expect(await eventsOf(cafe)).toEqual([
      { type: 'PerkAdded', data: { ...text, description: 'Warm' } },
      { type: 'PerkChanged', data: { ...text, ...from, description: 'Cold', fromDescription: 'Warm' } },
      { type: 'PerkChanged', data: { ...text, ...from, description: 'Warm', fromDescription: 'Cold' } },
    ])
  })

  it('a page that shows another picture conflicts; a retry, and a page from before pictures, do not', async () => {
    const cafe = await product.business()
    const [first, second] = [await uploaded(cafe), await uploaded(cafe)]
    const { id } = (await cafe.write<Perk>('POST', pathOf(cafe), { ...GATA, pictureUrl: first })).body
    const put = (body: object) => cafe.write<Perk>('PUT', `${pathOf(cafe)}/${id}`, { ...GATA, ...body })
    const text = { ...GATA, pointsRequired: '2.0' }
    const replaced = { pictureUrl: second, before: { ...text, pictureUrl: first } }
    for (let time = 0; time < 2; time += 1) expect((await put(replaced)).status).toBe(200)
    const stale = await put({ description: 'Cold', before: { ...text, pictureUrl: first } })
    expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile'])
    const old = await put({ description: 'Cold', before: text })
    expect([old.status, old.body.pictureUrl]).toEqual([200, second])
  })

  it('is kept beside the logo and other pictures; a replaced one, and that of a deleted perk, are removed', async () => {
    const cafe = await product.business()
    const [shown, old, deleted] = [await uploaded(cafe), await uploaded(cafe), await uploaded(cafe)]
    const made: number[] = []
    for (const pictureUrl of [old, deleted])
      made.push((await cafe.write<Perk>('POST', pathOf(cafe), { ...GATA, pictureUrl })).body.id)
    const logo = (await upload(cafe, await drawPicture(), { call: 'upload-logo', field: 'logo' })).body.logoUrl
    await product.pool.query('UPDATE business_profiles SET logo_url = $2 WHERE user_id = $1', [cafe.id, logo])
    // The uploads' own tidying may still run, so what no row names yet stays young.
    age(logo, old, deleted)
    await cafe.write('PUT', `${pathOf(cafe)}/${made[0]}`, { ...GATA, pictureUrl: shown })
    age(shown)
    await waitUntil('the replaced one is gone', async () => !(await stored(old)))
    expect([await stored(shown), await stored(deleted), await stored(logo)]).toEqual([true, true, true])
    await cafe.write('DELETE', `${pathOf(cafe)}/${made[1]}`)
    await waitUntil('the deleted one is gone', async () => !(await stored(deleted)))
    expect([await stored(shown), await stored(logo)]).toEqual([true, true])
  })

  it('goes with its business', async () => {
    const cafe = await product.business()
    const pictureUrl = await uploaded(cafe)
    await cafe.write('POST', pathOf(cafe), { ...GATA, pictureUrl })
    expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
    const { rows } = await product.pool.query<{ picture: string | null }>(
      'SELECT k.picture_url AS picture FROM perks k JOIN business_profiles p ON p.id = k.business_profile_id WHERE p.user_id = $1',
      [cafe.id],
    )
    expect([rows, await stored(pictureUrl)]).toEqual([[{ picture: null }], false])
  })

  it('of another business or host, or never uploaded, is refused, and nothing is stored', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const { id } = (await cafe.write<Perk>('POST', pathOf(cafe), GATA)).body
    for (const pictureUrl of [await uploaded(books), 'https://evil.test/a.webp', `/logos/${cafe.id}/nothing.webp`])
      for (const [method, path] of [
        ['POST', pathOf(cafe)],
        ['PUT', `${pathOf(cafe)}/${id}`],
      ] as const) {
        const { status, body } = await cafe.write(method, path, { ...GATA, name: 'Nazuk', pictureUrl })
        expect([method, pictureUrl, status, body.issues]).toEqual([
          method,
          pictureUrl,
          400,
          [{ path: 'pictureUrl', message: 'Failed to upload picture' }],
        ])
      }
    expect(await listed(cafe)).toEqual([{ ...GATA, id, pointsRequired: '2.0', pictureUrl: null }])
  })

  it('a lost reply is repeated, also once its picture has been replaced and removed', async () => {
    const cafe = await product.business()
    const [key, pictureUrl] = [randomUUID(), await uploaded(cafe)]
    const make = () => cafe.write<Perk>('POST', pathOf(cafe), { ...GATA, pictureUrl }, key)
    const made = await make()
    age(pictureUrl)
    await cafe.write('PUT', `${pathOf(cafe)}/${made.body.id}`, { ...GATA, pictureUrl: null })
    await waitUntil('the picture is gone', async () => !(await stored(pictureUrl)))
    const again = await make()
    expect([again.status, again.body]).toEqual([201, made.body])
    expect(await listed(cafe)).toHaveLength(1)
  })

  it('a reply that was stored before pictures is repeated to a call without one', async () => {
    const cafe = await product.business()
    const key = randomUUID()
    const { body } = await cafe.write<Perk>('POST', pathOf(cafe), GATA, key)
    const cut = `UPDATE keyed_writes SET reply = (reply::jsonb - 'pictureUrl')::json WHERE user_id = $1 AND key = $2`
    expect((await product.pool.query(cut, [cafe.id, key])).rowCount).toBe(1)
    const again = await cafe.write<Perk>('POST', pathOf(cafe), GATA, key)
    expect([again.status, perkSchema.parse(again.body)]).toEqual([201, body])
    expect([body.pictureUrl, again.headers.get('idempotency-replayed')]).toEqual([null, 'true'])
  })
})

describe('uploading it', () => {
  it('is open to a manager, who may keep perks but not the logo, and to no other business', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const manager = await signInManager(product, cafe)
    const picture = await drawPicture()
    const mine = await upload(manager, picture, HOW, cafe.id)
    expect([mine.status, mine.body]).toEqual([200, { pictureUrl: expect.stringMatching(`^/logos/${cafe.id}/`) }])
    const made = await manager.write<Perk>('POST', pathOf(cafe), { ...GATA, pictureUrl: mine.body.pictureUrl })
    expect([made.status, made.body.pictureUrl]).toEqual([201, mine.body.pictureUrl])
    expect((await upload(manager, picture, { call: 'upload-logo', field: 'logo' }, cafe.id)).status).toBe(403)
    for (const stranger of [books, await product.buyer()])
      expect((await upload(stranger, picture, HOW, cafe.id)).status).toBe(403)
    expect((await upload(new Person(product.address, cafe), picture)).status).toBe(401)
  })

  it('is judged by content and size, as a logo is (R163, C11)', async () => {
    const cafe = await product.business()
    const told = async (bytes: Uint8Array, how = HOW) => {
      const { status, body } = await upload(cafe, bytes, how)
      return [status, body.message]
    }
    expect(await told(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([400, UPLOAD_ERRORS.imageType])
    const picture = await drawPicture(10, 10)
    expect(await told(picture.subarray(0, 60))).toEqual([400, UPLOAD_ERRORS.imageFailed])
    const large = Buffer.concat([picture, Buffer.alloc(IMAGE_MAX_BYTES + 1 - picture.length)])
    expect(await told(large)).toEqual([413, UPLOAD_ERRORS.imageTooLarge])
    expect((await told(picture, { ...HOW, field: 'logo' }))[0]).toBe(400)
    expect((await told(new Uint8Array()))[0]).toBe(400)
  })
})

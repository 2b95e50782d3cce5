import { utimesSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { FullProfile } from '#contracts/calls/profile.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { IMAGE_MAX_BYTES, UPLOAD_ERRORS } from '#contracts/units/uploads.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { drawPicture as picture, uploadPicture } from '../../../../infra/testing/people/upload-picture.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { zeroPng } from '../../../../infra/testing/zero-png.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const form = {
  businessName: 'Կոֆե Տուն',
  industry: 'Restaurant',
  description: 'Freshly roasted',
  phone: '+374 10 123456',
  address: 'Yerevan, Abovyan 8',
  website: 'kofe-tun.am',
}
const put = (shop: Person, body: object) => shop.write<FullProfile>('PUT', `/api/business-profile/${shop.id}`, body)
const read = async (shop: Person) => (await shop.get<FullProfile>(`/api/business-profile/${shop.id}`)).body

const upload = (shop: Person, bytes: Uint8Array, how: { field?: string; name?: string; call?: string } = {}) =>
  uploadPicture({ at: product.address, cookie: shop.cookie, businessId: shop.id }, bytes, {
    call: 'upload-logo',
    field: 'logo',
    ...how,
  })

describe('editing the profile (R94, R196)', () => {
  it('stores all fields normalised; the page address stays (H27)', async () => {
    const cafe = await product.business()
    const before = await read(cafe)
    const saved = await put(cafe, { ...form, instagramUrl: '', facebookUrl: 'https://facebook.com/kofe' })
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        ...before,
        ...form,
        phone: '+37410123456',
        website: 'https://kofe-tun.am/',
        facebookUrl: 'https://facebook.com/kofe',
      },
    ])
    expect(await read(cafe)).toEqual(saved.body)
    expect((await read(cafe)).slug).toBe(before.slug)
  })

  it('the second of two editors gets a conflict, and restores no old telephone number; a retry is no conflict', async () => {
    const cafe = await product.business()
    const editing = async (change: object) => {
      const {
        businessName,
        logoUrl,
        description,
        industry,
        phone,
        address,
        website,
        facebookUrl,
        instagramUrl,
        tiktokUrl,
        youtubeUrl,
        twitterUrl,
        linkedinUrl,
      } = await read(cafe)
      const before = {
        businessName,
        logoUrl,
        description,
        industry,
        phone,
        address,
        website,
        facebookUrl,
        instagramUrl,
        tiktokUrl,
        youtubeUrl,
        twitterUrl,
        linkedinUrl,
      }
      return { ...form, ...change, before }
    }
    expect((await put(cafe, form)).status).toBe(200)
    const [first, second] = [
      await editing({ phone: '+37499111111' }),
      await editing({ description: 'Open on Sundays' }),
    ]
    for (let time = 0; time < 2; time += 1) expect((await put(cafe, first)).status).toBe(200)
    const stale = await put(cafe, second)
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'changed_meanwhile' }])
    expect(await read(cafe)).toMatchObject({ phone: '+37499111111', description: form.description })

    const [third, fourth] = [await editing({ description: 'Third' }), await editing({ description: 'Fourth' })]
    const both = await Promise.all([put(cafe, third), put(cafe, fourth)])
    expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  })

  it('refuses missing fields with the specified texts (R160), and stores nothing', async () => {
    const cafe = await product.business()
    const refused = async (change: object) => {
      const answer = await put(cafe, { ...form, ...change })
      expect(answer.status).toBe(400)
      return answer.body.message
    }
    expect(await refused({ businessName: ' ' })).toBe('Business name is required')
    expect(await refused({ description: '' })).toBe('Description is required')
    expect(await refused({ phone: undefined })).toBe('Phone number is required')
    expect(await refused({ address: '' })).toBe('Address is required')
    expect(await refused({ industry: 'Piracy' })).toBe('Please select a valid industry')
    expect(await refused({ website: '' })).toBe('At least one website or social media link is required')
    expect(await refused({ website: 'javascript:alert(1)' })).toBeTruthy()
    expect((await read(cafe)).description).toBe('')
    const other = await put(cafe, { ...form, industry: undefined })
    expect(other.body.industry).toBe('Other')
  })

  it('is refused once the trial has expired, on both calls; reading is not (R180, C2)', async () => {
    const cafe = await product.business()
    await product.pool.query(`UPDATE business_profiles SET status = 'trial_expired' WHERE user_id = $1`, [cafe.id])
    const refused = await waitUntil('the expiry takes effect', async () => {
      const answer = await put(cafe, form)
      return answer.status === 403 && answer
    })
    expect(refused.body.message).toBe('Trial Expired')
    expect((await upload(cafe, await picture())).status).toBe(403)
    expect((await read(cafe)).status).toBe('trial_expired')
  })
})

describe('the logo (R163, R164, R197)', () => {
  it('is re-encoded as WebP and JPEG of at most 400 pixels, and served from our own host for ever', async () => {
    const cafe = await product.business()
    const sent = await upload(cafe, await picture(), { name: 'photo.exe' })
    expect(sent.body.logoUrl).toMatch(new RegExp(`^/logos/${cafe.id}/[a-z\\d-]+\\.webp$`))
    const saved = await put(cafe, { ...form, logoUrl: sent.body.logoUrl })
    expect(saved.body.logoUrl).toBe(sent.body.logoUrl)
    for (const [address, type, format] of [
      [sent.body.logoUrl, 'image/webp', 'webp'],
      [sent.body.logoUrl.replace('.webp', '.jpg'), 'image/jpeg', 'jpeg'],
    ] as const) {
      const answer = await fetch(`${product.address}${address}`)
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual(
        [200, type, 'nosniff'],
      )
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const drawn = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([drawn.format, drawn.width, drawn.height]).toEqual([format, 400, 267])
    }
    // An omitted logo stays; an empty one is removed.
    expect((await put(cafe, form)).body.logoUrl).toBe(sent.body.logoUrl)
    expect((await put(cafe, { ...form, logoUrl: '' })).body.logoUrl).toBeNull()
  })

  it('uploaded but not saved is removed by a later upload, the shown one never', async () => {
    const cafe = await product.business()
    const shown = (await upload(cafe, await picture())).body.logoUrl
    expect((await put(cafe, { ...form, logoUrl: shown })).status).toBe(200)
    const old = (await upload(cafe, await picture())).body.logoUrl
    const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS)
    for (const address of [shown, old])
      utimesSync(new URL(`.${address}`, `${product.env['FILES_URL']}/`), twoDaysAgo, twoDaysAgo)
    await upload(cafe, await picture())
    await waitUntil('the old one is gone', async () => (await fetch(`${product.address}${old}`)).status === 404)
    expect((await fetch(`${product.address}${shown}`)).status).toBe(200)
  })

  it('is judged by its content, and by its size to the byte (C11)', async () => {
    const cafe = await product.business()
    const told = async (bytes: Uint8Array, more = {}) => {
      const answer = await upload(cafe, bytes, more)
      return [answer.status, answer.body.message]
    }
    expect(await told(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))).toEqual([
      400,
      UPLOAD_ERRORS.imageType,
    ])
    const cut = (await picture()).subarray(0, 60)
    const huge = zeroPng({ width: 3_000_000, height: 4, channels: 4, depth: 16 })
    for (const bytes of [cut, huge]) expect(await told(bytes)).toEqual([400, UPLOAD_ERRORS.imageFailed])
    // Trailing bytes keep a picture valid, so only the size counts here.
    const padded = (size: number, image: Buffer) => Buffer.concat([image, Buffer.alloc(size - image.length)])
    const image = await picture(10, 10)
    expect((await told(padded(IMAGE_MAX_BYTES, image)))[0]).toBe(200)
    expect(await told(padded(IMAGE_MAX_BYTES + 1, image))).toEqual([413, UPLOAD_ERRORS.imageTooLarge])
    expect((await told(image, { field: 'other' }))[0]).toBe(400)
    expect((await told(new Uint8Array()))[0]).toBe(400)
  })

  it('of another business or host, or never uploaded, cannot be shown', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const { logoUrl } = (await upload(books, await picture())).body
    const noNames = ['-a.webp', '.webp', 'a/b.webp', 'A.webp', `${'a'.repeat(280)}.webp`].map(
      (name) => `/logos/${cafe.id}/${name}`,
    )
    for (const wrong of [
      logoUrl,
      'https://evil.test/logo.webp',
      `/logos/${cafe.id}/nothing.webp`,
      `/logos/${cafe.id}/nothing.jpg`,
      '/logos/../secret.webp',
      ...noNames,
    ]) {
      const refused = await put(cafe, { ...form, logoUrl: wrong })
      expect([wrong, refused.status, refused.body.issues]).toEqual([
        wrong,
        400,
        [{ path: 'logoUrl', message: 'Failed to upload logo' }],
      ])
    }
    expect((await upload(cafe, await picture(), {})).status).toBe(200)
    const foreign = await fetch(`${product.address}/api/business-profile/${cafe.id}/upload-logo`, {
      method: 'POST',
      headers: { cookie: books.cookie },
      body: new FormData(),
    })
    expect(foreign.status).toBe(403)
    for (const name of ['..%2f..%2fsecret.webp', 'nothing.webp', '-a.webp', '-.jpg', `${'a'.repeat(101)}.jpg`]) {
      expect([name, (await fetch(`${product.address}/logos/${cafe.id}/${name}`)).status]).toEqual([name, 404])
    }
  })
})

describe('the cover (decision 57)', () => {
  const asCover = { field: 'cover', call: 'upload-cover' }

  it('is stored with at most 1200 pixels, shown on the page once it is saved, and kept beside the logo', async () => {
    const cafe = await product.business()
    const visitor = await product.buyer()
    const shown = async () =>
      (await visitor.get<{ coverUrl: string | null }>(`/api/business-profiles/slug/business-${cafe.id}`)).body.coverUrl
    const { logoUrl } = (await upload(cafe, await picture())).body
    const { coverUrl } = (await upload(cafe, await picture(2400, 900), asCover)).body
    expect([await shown(), coverUrl]).toEqual([null, expect.stringMatching(`^/logos/${cafe.id}/.*\\.webp$`)])
    expect((await put(cafe, { ...form, logoUrl, coverUrl })).body).toMatchObject({ logoUrl, coverUrl })
    expect(await shown()).toBe(coverUrl)
    const answer = await fetch(`${product.address}${coverUrl}`)
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height]).toEqual([1200, 450])

    const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS)
    const old = (await upload(cafe, await picture(), asCover)).body.coverUrl
    for (const address of [logoUrl, coverUrl, old])
      utimesSync(new URL(`.${address}`, `${product.env['FILES_URL']}/`), twoDaysAgo, twoDaysAgo)
    await upload(cafe, await picture(), asCover)
    await waitUntil('the unsaved one is gone', async () => (await fetch(`${product.address}${old}`)).status === 404)
    for (const kept of [logoUrl, coverUrl]) expect((await fetch(`${product.address}${kept}`)).status).toBe(200)

    // An omitted cover stays, also for a page that was loaded before covers; an empty one is removed.
    const { businessName, industry, description, phone, address, website } = await read(cafe)
    const before = { businessName, industry, description, phone, address, website, logoUrl }
    const links = ['facebookUrl', 'instagramUrl', 'tiktokUrl', 'youtubeUrl', 'twitterUrl', 'linkedinUrl']
    const asBefore = { ...before, ...Object.fromEntries(links.map((name) => [name, null])) }
    expect((await put(cafe, { ...form, before: asBefore })).body.coverUrl).toBe(coverUrl)
    const changed = await put(cafe, { ...form, description: 'Tea', before: { ...asBefore, coverUrl: null } })
    expect(changed.status).toBe(409)
    expect((await put(cafe, { ...form, coverUrl: '' })).body).toMatchObject({ logoUrl, coverUrl: null })
  })

  it('is judged by its content, and is an upload of this business', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const refused = await upload(cafe, Buffer.from('<svg/>'), asCover)
    expect([refused.status, refused.body.message]).toEqual([400, UPLOAD_ERRORS.imageType])
    expect((await upload(cafe, await picture(), { ...asCover, field: 'logo' })).status).toBe(400)
    const { coverUrl } = (await upload(books, await picture(), asCover)).body
    for (const wrong of [coverUrl, 'https://evil.test/cover.webp', `/logos/${cafe.id}/nothing.webp`]) {
      const { status, body } = await put(cafe, { ...form, coverUrl: wrong })
      expect([wrong, status, body.issues]).toEqual([
        wrong,
        400,
        [{ path: 'coverUrl', message: 'Failed to upload cover' }],
      ])
    }
  })
})

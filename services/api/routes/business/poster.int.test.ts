import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOGO_FIELD } from '#contracts/calls/profile.ts'
import { addStaff, pairTill, unlock } from '../../../../infra/testing/people/till.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { textIn } from '../../../../infra/testing/read-pdf.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let cafe: Awaited<ReturnType<Product['business']>>
beforeAll(async () => {
  product = await sharedProduct()
  cafe = await product.business()
})
afterAll(() => product.close())

async function sheet(who: Person, file: string): Promise<{ status: number; name: string | null; bytes: Buffer }> {
  const answer = await fetch(`${product.address}/api/business/${cafe.id}/posters/${file}`, {
    headers: { cookie: who.cookie },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, name: answer.headers.get('content-disposition'), bytes }
}

it('the owner downloads each sheet in both languages, with the address of the page to join', async () => {
  for (const size of ['a4', 'a5', 'a6']) {
    const english = await sheet(cafe, `${size}.pdf?language=en`)
    expect([english.status, english.name]).toEqual([
      200,
      `attachment; filename="hatik-business-${cafe.id}-${size}-en.pdf"`,
    ])
    expect(textIn(english.bytes)).toContain(`/join/business-${cafe.id}`)
    expect(textIn((await sheet(cafe, `${size}.pdf`)).bytes)).not.toBe(textIn(english.bytes))
  }
  expect((await sheet(cafe, 'a3.pdf')).status).toBe(400)
  expect((await sheet(cafe, 'a4.pdf?language=ru')).status).toBe(400)
})

it('an uploaded logo is printed on it', async () => {
  const showLogo = (address: string | null) =>
    product.pool.query('UPDATE business_profiles SET logo_url = $2 WHERE user_id = $1', [cafe.id, address])
  const printed = async () => {
    const { status, bytes } = await sheet(cafe, 'a6.pdf')
    return [status, bytes.includes('/Subtype /Image')]
  }
  await showLogo(null)
  expect(await printed()).toEqual([200, false])
  const body = new FormData()
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2f6b4f' } })
    .png()
    .toBuffer()
  body.append(LOGO_FIELD, new Blob([new Uint8Array(picture)]), 'logo.png')
  const uploaded = await fetch(`${product.address}/api/business-profile/${cafe.id}/upload-logo`, {
    method: 'POST',
    headers: { cookie: cafe.cookie },
    body,
  })
  const answer = (await uploaded.json()) as { logoUrl: string }
  expect([uploaded.status, answer]).toEqual([200, { logoUrl: expect.stringMatching(/^\/logos\//) }])
  await showLogo(answer.logoUrl)
  await waitUntil('the logo is printed', async () => (await printed())[1])
  expect(await printed()).toEqual([200, true])
})

it('is refused to a till, whoever has unlocked it', async () => {
  const till = await pairTill(product, cafe)
  await unlock(till, await addStaff(cafe, 'manager'))
  expect((await sheet(till, 'a4.pdf')).status).toBe(403)
})

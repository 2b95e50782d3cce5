import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/units/time.ts'
import { openFileStorage, type FileStorage } from '#platform/files/file-storage.ts'
import { readLogo, removeAllLogos, removeUnusedLogos, storeCover, storeLogo } from './logos.ts'

const CAFE = 7
const folder = mkdtempSync(join(tmpdir(), 'hatik-logos-'))
const files: FileStorage = openFileStorage(pathToFileURL(folder).href)
let picture: Buffer
beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#9b1b30' } })
    .png()
    .toBuffer()
})
beforeEach(() => rmSync(join(folder, 'logos'), { recursive: true, force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const nameOf = (address: string) => address.split('/').at(-1)!
const isThere = async (address: string) => (await readLogo(files, CAFE, nameOf(address))) !== undefined

async function uploaded(agoMs: number): Promise<string> {
  const address = await storeLogo(files, CAFE, picture)
  const at = new Date(Date.now() - agoMs)
  for (const name of [nameOf(address), nameOf(address).replace('.webp', '.jpg')])
    utimesSync(join(folder, 'logos', String(CAFE), name), at, at)
  return address
}

it('an unused logo is removed after a day, the shown one never (R164)', async () => {
  const [shown, old, fresh] = [
    await uploaded(9 * DAY_MS),
    await uploaded(DAY_MS + 60_000),
    await uploaded(DAY_MS - 60_000),
  ]
  await removeUnusedLogos(files, CAFE, async () => [shown], new Date())
  expect([await isThere(shown), await isThere(old), await isThere(fresh)]).toEqual([true, false, true])
  await removeUnusedLogos(files, CAFE, async () => [], new Date())
  expect([await isThere(shown), await isThere(fresh)]).toEqual([false, true])
})

it('a picture that is saved while files are listed is kept', async () => {
  const old = await uploaded(9 * DAY_MS)
  const saved: string[] = []
  const listing: FileStorage = {
    ...files,
    list: async (at) => {
      const found = await files.list(at)
      saved.push(old)
      return found
    },
  }
  await removeUnusedLogos(listing, CAFE, async () => saved.slice(), new Date())
  expect(await isThere(old)).toBe(true)
})

it('of unsaved uploads the newest twenty stay, however many come in a day', async () => {
  const addresses: string[] = []
  for (let minutes = 23; minutes > 0; minutes -= 1) addresses.push(await uploaded(minutes * 60_000))
  const [shown] = addresses
  await removeUnusedLogos(files, CAFE, async () => [shown!], new Date())
  expect(await Promise.all(addresses.map(isThere))).toEqual([
    true,
    false,
    false,
    ...Array.from({ length: 20 }, () => true),
  ])
  expect(readdirSync(join(folder, 'logos', String(CAFE)))).toHaveLength(2 * 21)
})

it('the shown cover stays beside the logo, is at most 1200 pixels wide, and goes with the business (decision 57)', async () => {
  const wide = await sharp({ create: { width: 2400, height: 900, channels: 3, background: '#9b1b30' } })
    .png()
    .toBuffer()
  const [logo, cover] = [await uploaded(9 * DAY_MS), await storeCover(files, CAFE, wide)]
  for (const name of readdirSync(join(folder, 'logos', String(CAFE))))
    utimesSync(join(folder, 'logos', String(CAFE), name), new Date(0), new Date(0))
  await removeUnusedLogos(files, CAFE, async () => [logo, cover], new Date())
  const { width, height } = await sharp((await readLogo(files, CAFE, nameOf(cover)))?.bytes).metadata()
  expect([await isThere(logo), width, height]).toEqual([true, 1200, 450])
  await removeUnusedLogos(files, CAFE, async () => [logo], new Date())
  expect([await isThere(logo), await isThere(cover)]).toEqual([true, false])
  await storeCover(files, CAFE, wide)
  await removeAllLogos(files, CAFE)
  expect(await files.list(`logos/${CAFE}`)).toEqual([])
})

/** Logos, covers and pictures of perks (R164, R197, decisions 57 and 58): re-encoded as WebP and JPEG under one immutable name. */
import { DAY_MS } from '#contracts/units/time.ts'
import { newFileKey, type FileStorage } from '#platform/files/file-storage.ts'
import { IMAGE_TARGETS, redrawImage, type ImageTarget } from '#platform/files/images.ts'

const FOLDER = 'logos'
/** A storage key that is safe for any folder. */
const NAME = /^[a-z\d][a-z\d-]{0,99}\.(webp|jpg)$/
/** An unsaved picture is kept for a day, because the form may still be open, if it is among the newest. */
const UNSAVED_MS = DAY_MS
const UNSAVED_FILES = 40

const addressOf = (key: string) => `/${key}`
export const keyOf = (address: string) => address.replace(/^\//, '')
export const jpegOf = (key: string) => key.replace(/\.webp$/, '.jpg')

/** Returns the WebP's address. Throws ImageRefused. */
export const storeLogo = (files: FileStorage, userId: number, bytes: Uint8Array): Promise<string> =>
  store(files, userId, bytes, IMAGE_TARGETS.logo)

/** Returns the WebP's address. Throws ImageRefused. */
export const storeCover = (files: FileStorage, userId: number, bytes: Uint8Array): Promise<string> =>
  store(files, userId, bytes, IMAGE_TARGETS.cover)

async function store(files: FileStorage, userId: number, bytes: Uint8Array, target: ImageTarget): Promise<string> {
  const { webp, jpeg } = await redrawImage(bytes, target)
  const key = newFileKey(`${FOLDER}/${userId}`, webp, 'webp')
  await files.put(jpegOf(key), jpeg)
  await files.put(key, webp)
  return addressOf(key)
}

/** Whether the address is of an upload of this business that is still there. */
export async function isOwnPicture(files: FileStorage, userId: number, address: string): Promise<boolean> {
  const folder = addressOf(`${FOLDER}/${userId}/`)
  if (!address.startsWith(folder) || !address.endsWith('.webp')) return false
  return (await readLogo(files, userId, address.slice(folder.length))) !== undefined
}

/** `name`: the part after `/logos/{userId}/`. */
export async function readLogo(
  files: FileStorage,
  userId: number,
  name: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const bytes = NAME.test(name) ? await files.get(`${FOLDER}/${userId}/${name}`) : undefined
  return bytes && { bytes, type: name.endsWith('.webp') ? 'image/webp' : 'image/jpeg' }
}

/** JPEG of a logo that is stored here, for PDFs. Undefined without one, or if its file is gone or away. */
export async function logoForPrint(files: FileStorage, logoUrl: string | null): Promise<Buffer | undefined> {
  if (!logoUrl?.startsWith(`/${FOLDER}/`)) return undefined
  return files.get(jpegOf(keyOf(logoUrl))).catch(() => undefined)
}

/**
 * Removes uploads that are not shown after a day, or once forty newer ones exist. `shown` is asked after the files are
 * listed, so that a picture saved meanwhile is kept.
 */
export async function removeUnusedLogos(
  files: FileStorage,
  userId: number,
  shown: () => Promise<readonly string[]>,
  now: Date,
): Promise<void> {
  const listed = await files.list(`${FOLDER}/${userId}`)
  const keep = new Set((await shown()).flatMap((address) => [keyOf(address), jpegOf(keyOf(address))]))
  const unused = listed.filter(({ key }) => !keep.has(key))
  unused.sort((one, other) => other.writtenAt.getTime() - one.writtenAt.getTime())
  for (const [index, { key, writtenAt }] of unused.entries()) {
    if (index >= UNSAVED_FILES || now.getTime() - writtenAt.getTime() > UNSAVED_MS) await files.delete(key)
  }
}

/** H25: for a closed business. Repeatable. */
export async function removeAllLogos(files: FileStorage, userId: number): Promise<void> {
  for (const { key } of await files.list(`${FOLDER}/${userId}`)) await files.delete(key)
}

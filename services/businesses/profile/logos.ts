/** Logos (R164, R197): drawn anew, kept as WebP and as JPEG under one name, served from our own host for ever under it. */
import { DAY_MS } from '#contracts/units/time.ts'
import { newFileKey, type FileStorage } from '#platform/files/file-storage.ts'
import { IMAGE_TARGETS, redrawImage } from '#platform/files/images.ts'

const FOLDER = 'logos'
/** Of either picture: a key of the storage, short enough for any folder. */
const NAME = /^[a-z\d][a-z\d-]{0,99}\.(webp|jpg)$/
/** A logo that was uploaded and not saved stays for a day, since the form may still be open, and while it is one of the newest. */
const UNSAVED_MS = DAY_MS
const UNSAVED_FILES = 40

/** The address of a stored WebP, as it stands in the profile. */
const addressOf = (key: string) => `/${key}`
const keyOf = (address: string) => address.replace(/^\//, '')
const jpegOf = (key: string) => key.replace(/\.webp$/, '.jpg')

/** Stores both pictures and answers the address of the WebP. Throws ImageRefused for what is no picture of the four kinds. */
export async function storeLogo(files: FileStorage, userId: number, bytes: Uint8Array): Promise<string> {
  const { webp, jpeg } = await redrawImage(bytes, IMAGE_TARGETS.logo)
  const key = newFileKey(`${FOLDER}/${userId}`, webp, 'webp')
  await files.put(jpegOf(key), jpeg)
  await files.put(key, webp)
  return addressOf(key)
}

/** Whether an address names a logo that this business has uploaded. */
export async function isOwnLogo(files: FileStorage, userId: number, address: string): Promise<boolean> {
  const folder = addressOf(`${FOLDER}/${userId}/`)
  if (!address.startsWith(folder) || !address.endsWith('.webp')) return false
  return (await readLogo(files, userId, address.slice(folder.length))) !== undefined
}

/** The picture and its type; undefined where there is none. `name` is what stands behind `/logos/{userId}/`. */
export async function readLogo(
  files: FileStorage,
  userId: number,
  name: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const bytes = NAME.test(name) ? await files.get(`${FOLDER}/${userId}/${name}`) : undefined
  return bytes && { bytes, type: name.endsWith('.webp') ? 'image/webp' : 'image/jpeg' }
}

/** Removes what this business has uploaded and does not show, once it is a day old or twenty others have come since. */
export async function removeUnusedLogos(
  files: FileStorage,
  userId: number,
  shown: string | null,
  now: Date,
): Promise<void> {
  const keep = shown === null ? [] : [keyOf(shown), jpegOf(keyOf(shown))]
  const unused = (await files.list(`${FOLDER}/${userId}`)).filter(({ key }) => !keep.includes(key))
  unused.sort((one, other) => other.writtenAt.getTime() - one.writtenAt.getTime())
  for (const [index, { key, writtenAt }] of unused.entries()) {
    if (index >= UNSAVED_FILES || now.getTime() - writtenAt.getTime() > UNSAVED_MS) await files.delete(key)
  }
}

/** H25: a business that has left leaves no picture behind. May be repeated. */
export async function removeAllLogos(files: FileStorage, userId: number): Promise<void> {
  for (const { key } of await files.list(`${FOLDER}/${userId}`)) await files.delete(key)
}

/** File storage for logos and documents, by key. FILES_URL selects a local folder or a bucket. */
import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { openFolderStorage } from './folder-storage.ts'
import { openObjectStorage } from './object-storage.ts'
import type { FileStorage } from './stored-files.ts'

export type { FileStorage } from './stored-files.ts'

/** Lower case, digits, dashes, slashes and one extension: nothing that a file system interprets. */
const KEY = /^[a-z\d][a-z\d-]*(\/[a-z\d][a-z\d-]*)*(\.[a-z\d]+)?$/

/** `url`: 'file:///absolute/folder' or 's3://bucket/prefix?endpoint=…&region=…'. Throws for any other address. */
export function openFileStorage(url: string): FileStorage {
  const storage = storageAt(url)
  const checked = (key: string) => {
    if (!KEY.test(key)) throw new Error('Not a key of the file storage')
    return key
  }
  return {
    put: async (key, bytes) => storage.put(checked(key), bytes),
    get: async (key) => storage.get(checked(key)),
    delete: async (key) => storage.delete(checked(key)),
    list: async (folder) => (await storage.list(checked(folder))).filter(({ key }) => KEY.test(key)),
  }
}

function storageAt(url: string): FileStorage {
  if (url.startsWith('file:')) return openFolderStorage(fileURLToPath(url))
  if (url.startsWith('s3:')) return openObjectStorage(new URL(url))
  throw new Error('FILES_URL: only file:// and s3:// addresses are supported')
}

/** An unguessable key that contains the content's hash. The same bytes uploaded twice are two files. */
export function newFileKey(folder: string, bytes: Uint8Array, extension: string): string {
  return `${folder}/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}-${randomBytes(16).toString('hex')}.${extension}`
}

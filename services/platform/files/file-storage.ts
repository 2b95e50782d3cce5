/** Uploads by key, in a folder or bucket (FILES_URL). */
import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { openFolderStorage } from './folder-storage.ts'
import { openObjectStorage } from './object-storage.ts'
import type { FileStorage } from './stored-files.ts'

export type { FileStorage } from './stored-files.ts'

/** Nothing that a file system interprets. */
const KEY = /^[a-z\d][a-z\d-]*(\/[a-z\d][a-z\d-]*)*(\.[a-z\d]+)?$/

/** Throws for addresses other than 'file:///folder' and 's3://bucket/prefix?endpoint=…&region=…'. */
export function openFileStorage(url: string): FileStorage {
  const storage = storageAt(url)
  const checked = (key: string) => {
    if (!KEY.test(key)) throw new Error('Invalid file storage key')
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
  throw new Error('FILES_URL: only file:// and s3:// URLs are supported')
}

/** Unguessable; equal bytes get different keys. */
export function newFileKey(folder: string, bytes: Uint8Array, extension: string): string {
  return `${folder}/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}-${randomBytes(16).toString('hex')}.${extension}`
}

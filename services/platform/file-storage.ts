/**
 * Files behind a small port: logos and documents, by key. The default is a folder on the local disk, named by FILES_URL; an
 * object store would be one more implementation of this port.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface FileStorage {
  /** Written whole or not at all; the same key again replaces it. Throws for a key that is no key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is none. */
  get(key: string): Promise<Buffer | undefined>
  /** Also where there is none. */
  delete(key: string): Promise<void>
  /** The keys under a folder, and when each was written. */
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>
}

/** Lower case, digits and dashes, folders by slashes, an extension: nothing that a file system would read otherwise. */
const KEY = /^[a-z\d][a-z\d-]*(\/[a-z\d][a-z\d-]*)*(\.[a-z\d]+)?$/

/** `url`: 'file:///absolute/folder'. Throws for any other kind of address. */
export function openFileStorage(url: string): FileStorage {
  if (!url.startsWith('file:')) throw new Error('FILES_URL: only file:// addresses are supported')
  const root = fileURLToPath(url)
  const place = (key: string) => {
    if (!KEY.test(key)) throw new Error('Not a key of the file storage')
    return path.join(root, key)
  }
  return {
    async put(key, bytes) {
      const file = place(key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      const partial = `${file}.${randomBytes(6).toString('hex')}.partial`
      const handle = await open(partial, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(partial, file)
    },
    async get(key) {
      return readFile(place(key)).catch(unlessMissing)
    },
    async delete(key) {
      await rm(place(key), { force: true })
    },
    async list(folder) {
      const names = (await readdir(place(folder)).catch(unlessMissing)) ?? []
      const found = names.map((name) => `${folder}/${name}`).filter((key) => KEY.test(key))
      return Promise.all(found.map(async (key) => ({ key, writtenAt: (await stat(place(key))).mtime })))
    },
  }
}

/** A key that nobody can guess, with the content's own name in it: the same bytes uploaded twice are two files. */
export function newFileKey(folder: string, bytes: Uint8Array, extension: string): string {
  return `${folder}/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}-${randomBytes(16).toString('hex')}.${extension}`
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

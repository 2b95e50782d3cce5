/** The file storage in a folder of this machine: the default. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileStorage } from './file-storage.ts'

/** Keys are checked by who calls. */
export function openFolderStorage(root: string): FileStorage {
  return {
    async put(key, bytes) {
      const file = path.join(root, key)
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
      return readFile(path.join(root, key)).catch(unlessMissing)
    },
    async delete(key) {
      await rm(path.join(root, key), { force: true })
    },
    async list(folder) {
      const names = (await readdir(path.join(root, folder), { withFileTypes: true }).catch(unlessMissing)) ?? []
      const keys = names.filter((name) => name.isFile()).map(({ name }) => `${folder}/${name}`)
      const found = await Promise.all(
        keys.map(async (key) => {
          const written = await stat(path.join(root, key)).catch(unlessMissing)
          return written ? [{ key, writtenAt: written.mtime }] : []
        }),
      )
      return found.flat()
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

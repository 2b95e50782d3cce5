import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileStorage } from './stored-files.ts'

const PARTIAL = '.partial'
/** Longer than any write, so its process has died. */
const PARTIAL_KEPT_MS = 60 * 60 * 1000

/** Callers check keys. */
export function openFolderStorage(root: string): FileStorage {
  return {
    async put(key, bytes) {
      const file = path.join(root, key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      const partial = `${file}.${randomBytes(6).toString('hex')}${PARTIAL}`
      try {
        await writeSynced(partial, bytes)
        await rename(partial, file)
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {})
        throw error
      }
      // Otherwise a power loss could drop the file after its row was committed.
      await syncFolder(path.dirname(file))
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
          const file = path.join(root, key)
          const written = await stat(file).catch(unlessMissing)
          if (!written) return []
          if (!key.endsWith(PARTIAL)) return [{ key, writtenAt: written.mtime }]
          // H25, H26: a partial document is personal data that nothing else deletes.
          if (Date.now() - written.mtimeMs > PARTIAL_KEPT_MS) await rm(file, { force: true })
          return []
        }),
      )
      return found.flat()
    },
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

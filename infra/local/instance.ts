/** Addresses of the running product in its data folder, for commands and tests beside it. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Instance = { address: string; databaseUrl: string; redisUrl: string; eventStoreUrl: string; pid: number }

const NOT_OURS = ['EACCES', 'EPERM']
const fileIn = (dataDir: string) => path.join(dataDir, 'instance.json')
const defaultDataDir = () => path.resolve(process.env['HATIK_DATA_DIR'] || '.data')

/** Readable by its owner only, because addresses may contain passwords. */
export async function writeInstance(dataDir: string, instance: Instance): Promise<void> {
  await writeFile(fileIn(dataDir), `${JSON.stringify(instance, null, 2)}\n`, { mode: 0o600 })
}

export async function removeInstance(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true })
}

/** Undefined if nothing runs. Throws if the file belongs to another user. */
export async function readInstance(dataDir = defaultDataDir()): Promise<Instance | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (NOT_OURS.includes(error.code ?? ''))
      throw new Error(`${dataDir} belongs to another user of this machine: run this as the user that runs Hatik.`)
    return ''
  })
  try {
    const instance = JSON.parse(text) as Instance
    process.kill(instance.pid, 0)
    return instance
  } catch {
    return undefined
  }
}

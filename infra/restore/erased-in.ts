import type { WhoLeft } from '../admin/who-left.ts'
import { jsonOf, readBackup } from '../backup/container/read-backup.ts'
import { ERASED, type Erased } from '../backup/sections.ts'

/**
 * Who is erased by a newer backup of the same installation. Reads only its beginning, so that it may be damaged further
 * on. Throws BackupFault if it is damaged before.
 */
export async function erasedIn(file: string, passphrase: string | undefined): Promise<WhoLeft> {
  for await (const { name, content } of readBackup(file, passphrase))
    if (name === ERASED)
      return new Map((await jsonOf<Erased>(content)).map(([userId, erasedMs]) => [userId, new Date(erasedMs)]))
  return new Map()
}

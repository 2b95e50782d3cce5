import { spawnSync } from 'node:child_process'
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  statSync,
  symlinkSync,
  unlinkSync,
  existsSync,
} from 'node:fs'
import { dirname } from 'node:path'

interface Owner {
  uid: number
  gid: number
}

/** True if the user can execute the file or enter the folder, through all parents. */
export function isReachable(path: string, owner: Owner): boolean {
  return spawnSync('test', ['-x', path], { cwd: '/', stdio: 'ignore', ...owner }).status === 0
}

/**
 * Makes `path` a folder of the owner's. If the owner cannot reach it (root with a closed home), it becomes a link to a
 * folder under /var/lib.
 */
export function reachableFolder(path: string, owner: Owner | undefined): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) {
    if (existsSync(path)) return realpathSync(path)
    unlinkSync(path)
  } else if (found) {
    if (owner && statSync(path).uid !== owner.uid) chownSync(path, owner.uid, owner.gid)
    if (owner === undefined || isReachable(path, owner)) return path
    throw new Error(
      `The user ${owner.uid} cannot access ${path}: permit access to the folders above it, or set HATIK_DATA_DIR`,
    )
  }
  if (owner === undefined || isReachable(dirname(path), owner)) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }
  mkdirSync('/var/lib/hatik', { recursive: true, mode: 0o755 })
  const elsewhere = mkdtempSync('/var/lib/hatik/postgres-')
  chownSync(elsewhere, owner.uid, owner.gid)
  symlinkSync(elsewhere, path)
  return elsewhere
}

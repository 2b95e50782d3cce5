/** A folder that another user can get at, for a server that must not run as root. */
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

/** True when this user can execute the file, or enter the folder: every folder on the way must let it through. */
export function isReachable(path: string, owner: Owner): boolean {
  return spawnSync('test', ['-x', path], { cwd: '/', stdio: 'ignore', ...owner }).status === 0
}

/**
 * Makes `path` a folder of the owner's. Where the owner cannot get to it (root with everything in a closed home), the folder
 * is made under /var/lib and `path` becomes a link to it, so that the link stays the only thing that leads there.
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
      `${path} cannot be reached by the user ${owner.uid}: open the folders above it, or set HATIK_DATA_DIR`,
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

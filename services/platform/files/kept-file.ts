/** Durable small files, such as generated keys and passwords: after a power loss they exist whole or not at all. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Creates or replaces the file, readable by its owner only. Throws if that fails, leaving the old file. */
export function writeWhole(file: string, text: string): void {
  const beside = writeBeside(file, text)
  renameSync(beside, file)
  syncFolder(file)
}

/**
 * The file's trimmed text, the same for all concurrent processes. If the file is missing, or empty from a power loss
 * under an earlier version, writes the result of `make` first.
 */
export function keptText(file: string, make: () => string): string {
  const found = textIn(file)
  if (found === '') replaceEmpty(file, make)
  if (found === undefined) makeOnce(file, make)
  return found || (textIn(file) ?? '')
}

/** The file's trimmed text; undefined if there is no file. Zero bytes, from blocks never written, count as empty. */
export function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^[\0\s]+|[\0\s]+$/g, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The first process wins: unlike a rename, a link never replaces an existing file. */
function makeOnce(file: string, make: () => string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const beside = writeBeside(file, `${make()}\n`)
  try {
    linkSync(beside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(beside)
  }
  syncFolder(file)
}

/** The new content is fixed in a file beside it, which stays, so that concurrent processes write the same text. */
function replaceEmpty(file: string, make: () => string): void {
  writeWhole(file, `${keptText(`${file}.anew`, make)}\n`)
}

function writeBeside(file: string, text: string): string {
  const beside = `${file}.${randomBytes(6).toString('hex')}.partial`
  const handle = openSync(beside, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
  return beside
}

/** Makes the file's directory entry durable. */
function syncFolder(file: string): void {
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

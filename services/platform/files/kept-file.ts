/** Small files that have to be there whole after a loss of power, or not at all: keys and passwords that are made once and believed ever after. */
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

/** Replaces the file, or makes it, for its owner alone. Throws where that is not possible, and leaves the old one. */
export function writeWhole(file: string, text: string): void {
  const beside = writeBeside(file, text)
  renameSync(beside, file)
  syncFolder(file)
}

/**
 * The text in the file, without spaces around it; where it is missing or empty, what `make` gives, kept there first. An empty one is what an
 * earlier version left when the power went. However many processes ask at once, all get the same.
 */
export function keptText(file: string, make: () => string): string {
  const found = textIn(file)
  if (found === '') replaceEmpty(file, make)
  if (found === undefined) makeOnce(file, make)
  return found || (textIn(file) ?? '')
}

/** Undefined where there is no file; empty also where there is nothing but the zeros of blocks that were never written. */
export function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^[\0\s]+|[\0\s]+$/g, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The first one makes it: a link, other than a rename, never takes the place of what is there. */
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

/** What takes the empty one's place is decided beside it, and stays there: whoever comes late puts the same one in its place. */
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

/** The name is in the folder, and lasts once that is written. */
function syncFolder(file: string): void {
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Durable small files, as keys: whole or absent after a power loss. */
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

/** Owner-readable. On failure it throws and the old file stays. */
export function writeWhole(file: string, text: string): void {
  const beside = writeBeside(file, text)
  renameSync(beside, file)
  syncFolder(file)
}

/** Trimmed, and the same for concurrent processes. A missing or empty file is first written with `make`. */
export function durableText(file: string, make: () => string): string {
  const found = textIn(file)
  if (found === '') replaceEmpty(file, make)
  if (found === undefined) makeOnce(file, make)
  return found || (textIn(file) ?? '')
}

/** Trimmed; undefined without a file. Zero bytes, from unwritten blocks, count as empty. */
export function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^[\0\s]+|[\0\s]+$/g, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** First process wins: unlike a rename, a link replaces nothing. */
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

/** A second file fixes the new content, so that concurrent processes write the same. */
function replaceEmpty(file: string, make: () => string): void {
  writeWhole(file, `${durableText(`${file}.anew`, make)}\n`)
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

/** Makes the directory entry durable. */
export function syncFolder(file: string): void {
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { BackupFault } from './backup-fault.ts'
import {
  DATA,
  END,
  FRAME_HEADER_BYTES,
  isFrameKind,
  LAST,
  MOST_FRAME_BYTES,
  MOST_OPENING_BYTES,
  START,
  type FrameKind,
} from './frames.ts'
import { sealOf, type Seal } from './seal.ts'

export type Section = { name: string; content: AsyncIterable<Buffer> }

const READ_BYTES = 1024 * 1024
const LINE_FEED = 0x0a

/**
 * The sections in order. A section's content is verified when it has been read to its end; what is left is read before
 * the next one. Throws BackupFault, which names the section that is altered or cut off.
 */
export async function* readBackup(file: string, passphrase: string | undefined): AsyncGenerator<Section> {
  const bytes = openBytes(file)
  try {
    const opening = await bytes.line()
    const seal = await sealOf(opening, passphrase)
    const whole = createHash('sha256').update(opening)
    for (let before = 'its beginning'; ;) {
      const { kind, payload } = await nextFrame(bytes, seal, before)
      if (kind === LAST) {
        if (!whole.digest().equals(payload) || !(await bytes.atEnd()))
          throw new BackupFault(`The backup is altered after ${before}.`)
        return
      }
      if (kind !== START) throw new BackupFault(`The backup is altered after ${before}.`)
      const name = payload.toString()
      const content = contentOf(name, bytes, seal, whole)
      yield { name, content }
      for await (const rest of content) void rest
      before = `the section ${name}`
    }
  } finally {
    bytes.close()
  }
}

async function* contentOf(name: string, bytes: Bytes, seal: Seal, whole: Hash): AsyncGenerator<Buffer> {
  const place = `the section ${name}`
  const altered = (): BackupFault => new BackupFault(`The backup is altered in ${place}.`)
  const digest = createHash('sha256').update(`${name}\n`)
  let end: Buffer | undefined
  async function* compressed(): AsyncGenerator<Buffer> {
    for (;;) {
      const { kind, payload } = await nextFrame(bytes, seal, place)
      if (kind === DATA) yield payload
      else if (kind === END) {
        end = payload
        return
      } else throw altered()
    }
  }
  const source = Readable.from(compressed())
  const inflate = createInflate()
  source.on('error', (error) => inflate.destroy(error))
  try {
    for await (const chunk of source.pipe(inflate) as AsyncIterable<Buffer>) {
      digest.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw error instanceof BackupFault ? error : altered()
  } finally {
    source.destroy()
  }
  const hash = digest.digest()
  if (!end || !hash.equals(end)) throw altered()
  whole.update(hash)
}

async function nextFrame(bytes: Bytes, seal: Seal, place: string): Promise<{ kind: FrameKind; payload: Buffer }> {
  const header = await bytes.take(FRAME_HEADER_BYTES)
  if (!header) throw new BackupFault(`The backup ends in ${place}: it is cut off.`)
  const kind = header.readUInt8()
  const length = header.readUInt32BE(1)
  if (!isFrameKind(kind) || length > MOST_FRAME_BYTES) throw new BackupFault(`The backup is altered in ${place}.`)
  const payload = await bytes.take(length)
  if (!payload) throw new BackupFault(`The backup ends in ${place}: it is cut off.`)
  try {
    return { kind, payload: seal.open(kind, payload) }
  } catch {
    throw new BackupFault(`The backup is altered in ${place}.`)
  }
}

type Bytes = {
  /** Undefined if the file ends before. */
  take(length: number): Promise<Buffer | undefined>
  /** With its line feed; at most as long as an opening line. */
  line(): Promise<string>
  atEnd(): Promise<boolean>
  close(): void
}

function openBytes(file: string): Bytes {
  const stream = createReadStream(file, { highWaterMark: READ_BYTES })
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let held: Buffer = Buffer.alloc(0)
  const hold = async (length: number): Promise<boolean> => {
    const parts = [held]
    let known = held.length
    while (known < length) {
      const { value, done } = await chunks.next()
      if (done) break
      parts.push(value)
      known += value.length
    }
    if (parts.length > 1) held = Buffer.concat(parts)
    return held.length >= length
  }
  const cut = (length: number): Buffer => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    take: async (length) => ((await hold(length)) ? cut(length) : undefined),
    async line() {
      await hold(MOST_OPENING_BYTES)
      return cut(Math.min(held.indexOf(LINE_FEED) + 1, MOST_OPENING_BYTES)).toString('latin1')
    },
    atEnd: async () => !(await hold(1)),
    close: () => void stream.destroy(),
  }
}

/** Of a section with one line feed after each. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
      yield bytes.toString('utf8', from, at)
      from = at + 1
    }
    rest = bytes.subarray(from)
  }
}

export async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Of a section that is one JSON text. */
export const jsonOf = async <T>(content: AsyncIterable<Buffer>): Promise<T> =>
  JSON.parse((await bytesOf(content)).toString('utf8')) as T

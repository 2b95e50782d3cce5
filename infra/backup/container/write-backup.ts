import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createDeflate } from 'node:zlib'
import { syncFolder } from '#platform/files/durable-file.ts'
import { CHUNK_BYTES, DATA, END, FRAME_HEADER_BYTES, LAST, START, type FrameKind } from './frames.ts'
import { newSeal } from './seal.ts'

export type Content = AsyncIterable<Buffer> | Iterable<Buffer>
export type BackupWriter = {
  /** Streams; one section at a time. */
  section(name: string, content: Content): Promise<void>
}

/**
 * Writes a file that only its owner reads; it has its name only when complete. Returns its bytes. Throws if it exists,
 * and leaves nothing behind if `write` throws.
 */
export async function writeBackup(
  file: string,
  passphrase: string | undefined,
  write: (writer: BackupWriter) => Promise<void>,
): Promise<number> {
  const { opening, seal } = await newSeal(passphrase)
  if (existsSync(file)) throw new Error(`${file} exists already.`)
  const partial = `${file}.partial`
  const handle = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${partial} exists already: another backup is writing it, or one was killed. Then remove it.`)
  })
  try {
    let bytes = Buffer.byteLength(opening)
    await handle.appendFile(opening)
    const whole = createHash('sha256').update(opening)
    const frame = async (kind: FrameKind, plain: Buffer): Promise<void> => {
      const payload = seal.close(kind, plain)
      const header = Buffer.alloc(FRAME_HEADER_BYTES)
      header.writeUInt8(kind)
      header.writeUInt32BE(payload.length, 1)
      await handle.appendFile(Buffer.concat([header, payload]))
      bytes += header.length + payload.length
    }
    const section = async (name: string, content: Content): Promise<void> => {
      const digest = createHash('sha256').update(`${name}\n`)
      await frame(START, Buffer.from(name))
      await pipeline(
        content,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            digest.update(chunk)
            yield chunk
          }
        },
        createDeflate({ chunkSize: CHUNK_BYTES }),
        async (compressed: AsyncIterable<Buffer>) => {
          // A stream joins chunks that wait to be read.
          for await (const chunk of compressed)
            for (let at = 0; at < chunk.length; at += CHUNK_BYTES)
              await frame(DATA, chunk.subarray(at, at + CHUNK_BYTES))
        },
      )
      const hash = digest.digest()
      whole.update(hash)
      await frame(END, hash)
    }
    await write({ section })
    await frame(LAST, whole.digest())
    await handle.sync()
    await handle.close()
    await rename(partial, file)
    syncFolder(file)
    return bytes
  } catch (error) {
    await handle.close()
    await rm(partial, { force: true })
    throw error
  }
}

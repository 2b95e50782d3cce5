/** A ZIP archive in memory (PKWARE's APPNOTE, version 2.0): few small files, without encryption and without ZIP64. */
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipFile = { name: string; text: string }

/** 1 January 1980, the first day that the format knows: the same files give the same bytes. */
const DATE = 0x21
const VERSION = 20
const DEFLATED = 8
/** Names are UTF-8. */
const FLAGS = 0x0800

/** The archive's bytes. For files that are held anyway: each has to be smaller than 4 GB, all of them together too. */
export function zip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of files) {
    const [content, nameBytes] = [Buffer.from(text), Buffer.from(name)]
    const packed = deflateRawSync(content)
    // What the entry says of its file is the same here and in the directory at the end.
    const about = Buffer.alloc(26)
    about.writeUInt16LE(VERSION, 0)
    about.writeUInt16LE(FLAGS, 2)
    about.writeUInt16LE(DEFLATED, 4)
    about.writeUInt16LE(DATE, 8)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(content.length, 18)
    about.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, nameBytes, packed])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([VERSION, 0]), about, where, nameBytes]))
    parts.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06', 'latin1'), end])
}

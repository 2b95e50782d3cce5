import { crc32, deflateSync } from 'node:zlib'

/** `depth`: bits per sample. */
export type PngHeader = { width: number; height: number; channels: 1 | 3 | 4; depth: 8 | 16 }

const COLOUR_TYPES = { 1: 0, 3: 2, 4: 6 } as const

/** A valid PNG with zero samples: a few kilobytes that may claim any size. */
export function zeroPng({ width, height, channels, depth }: PngHeader): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(depth, 8)
  header.writeUInt8(COLOUR_TYPES[channels], 9)
  const rows = Buffer.alloc(height * (1 + width * channels * (depth / 8)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

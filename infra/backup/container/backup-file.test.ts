import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DATA, FRAME_HEADER_BYTES, LAST, MOST_FRAME_BYTES, START } from './frames.ts'
import { bytesOf, linesOf, readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'hatik-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PASSPHRASE = 'a long passphrase'
const SECTIONS: [name: string, chunks: Buffer[]][] = [
  ['about', [Buffer.from('{"takenAt":"now"}')]],
  ['empty', []],
  // More than one frame, as random bytes are not compressed.
  ['rows users', [randomBytes(100_000), randomBytes(90_000)]],
  ['file logos/1/a.webp', [randomBytes(300)]],
]

let count = 0
const newFile = () => join(folder, `${(count += 1)}.backup`)

async function written(passphrase?: string, sections = SECTIONS): Promise<Buffer> {
  const file = newFile()
  await writeBackup(file, passphrase, async ({ section }) => {
    for (const [name, chunks] of sections) await section(name, chunks)
  })
  return readFileSync(file)
}

async function read(bytes: Buffer, passphrase?: string): Promise<[string, Buffer][]> {
  const file = newFile()
  writeFileSync(file, bytes)
  const found: [string, Buffer][] = []
  for await (const { name, content } of readBackup(file, passphrase)) found.push([name, await bytesOf(content)])
  return found
}

type Frame = { kind: number; at: number; end: number }

/** By their headers, which are never encrypted. */
function framesOf(bytes: Buffer): Frame[] {
  const frames: Frame[] = []
  for (let at = bytes.indexOf('\n') + 1; at < bytes.length;) {
    const end = at + FRAME_HEADER_BYTES + bytes.readUInt32BE(at + 1)
    frames.push({ kind: bytes.readUInt8(at), at, end })
    at = end
  }
  return frames
}
const openingOf = (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('\n') + 1)

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

describe.each([
  ['without a passphrase', undefined],
  ['with a passphrase', PASSPHRASE],
])('a backup %s', (_name, passphrase) => {
  it('is read as it was written, and by its owner only', async () => {
    expect(await read(await written(passphrase), passphrase)).toEqual(
      SECTIONS.map(([name, chunks]) => [name, Buffer.concat(chunks)]),
    )
    expect(statSync(join(folder, readdirSync(folder)[0]!)).mode & 0o777).toBe(0o600)
  })

  it('names the section of any altered byte of data', async () => {
    const bytes = await written(passphrase)
    let section = -1
    let tried = 0
    for (const { kind, at, end } of framesOf(bytes)) {
      if (kind === START) section += 1
      if (kind !== DATA) continue
      for (const place of [at + FRAME_HEADER_BYTES, Math.floor((at + FRAME_HEADER_BYTES + end) / 2), end - 1]) {
        tried += 1
        await expect(read(flipped(bytes, place), passphrase), `${place}`).rejects.toThrow(
          `The backup is altered in the section ${SECTIONS[section]![0]}.`,
        )
      }
    }
    expect(tried).toBeGreaterThan(12)
  })

  it('notices an altered byte anywhere', async () => {
    const bytes = await written(passphrase, [['about', [Buffer.from('{}')]]])
    // Each try with a passphrase costs a tenth of a second.
    for (let at = 0; at < bytes.length; at += passphrase === undefined ? 1 : 9)
      await expect(read(flipped(bytes, at), passphrase), `${at}`).rejects.toThrow(/altered|cut off|passphrase/)
  })

  it('names where it is cut off', async () => {
    const bytes = await written(passphrase)
    const [users, file] = [2, 3].map((index) => framesOf(bytes).filter(({ kind }) => kind === START)[index]!.at) as [
      number,
      number,
    ]
    await expect(read(bytes.subarray(0, users + 70_000), passphrase)).rejects.toThrow(
      'The backup ends in the section rows users: it is cut off.',
    )
    // Between two sections, and before the last frame.
    for (const [end, place] of [
      [file, 'rows users'],
      [framesOf(bytes).find(({ kind }) => kind === LAST)!.at, 'file logos/1/a.webp'],
    ] as const)
      await expect(read(bytes.subarray(0, end), passphrase)).rejects.toThrow(
        `The backup ends in the section ${place}: it is cut off.`,
      )
    await expect(read(Buffer.concat([bytes, Buffer.of(0)]), passphrase)).rejects.toThrow('altered after')
  })

  it('notices sections that are swapped, left out or repeated', async () => {
    const bytes = await written(passphrase, [
      ['one', [Buffer.from('1')]],
      ['two', [Buffer.from('2')]],
    ])
    const starts = framesOf(bytes).filter(({ kind }) => kind === START)
    const last = framesOf(bytes).at(-1)!
    const [from, to] = starts.map(({ at }) => at) as [number, number]
    const [one, two, end] = [bytes.subarray(from, to), bytes.subarray(to, last.at), bytes.subarray(last.at)]
    for (const order of [
      [two, one, end],
      [one, end],
      [one, two, two, end],
    ])
      await expect(read(Buffer.concat([openingOf(bytes), ...order]), passphrase)).rejects.toThrow('altered')
  })
})

it('an encrypted backup shows nothing, and names a missing or wrong passphrase', async () => {
  const bytes = await written(PASSPHRASE, [['rows secret', [Buffer.from('ani@hatik.test')]]])
  expect(bytes.includes('secret')).toBe(false)
  await expect(read(bytes)).rejects.toThrow('This backup is encrypted: give its passphrase.')
  await expect(read(bytes, 'another passphrase')).rejects.toThrow('The passphrase is not the one of this backup.')
  expect((await written(PASSPHRASE, [])).equals(await written(PASSPHRASE, []))).toBe(false)
})

it('equal content is sealed differently each time, so that no nonce is used twice', async () => {
  const bytes = await written(PASSPHRASE, [
    ['one', [Buffer.from('the same')]],
    ['two', [Buffer.from('the same')]],
  ])
  const sealed = framesOf(bytes)
    .filter(({ kind }) => kind === DATA)
    .map(({ at, end }) => bytes.subarray(at, end).toString('hex'))
  expect(sealed.length).toBeGreaterThan(1)
  expect(new Set(sealed).size).toBe(sealed.length)
})

it('frames of another file under the same passphrase do not fit', async () => {
  const [one, other] = [await written(PASSPHRASE), await written(PASSPHRASE)]
  const frames = other.subarray(openingOf(other).length)
  await expect(read(Buffer.concat([openingOf(one), frames]), PASSPHRASE)).rejects.toThrow('altered in its beginning')
})

it('overwrites nothing, and leaves nothing behind when it fails', async () => {
  const file = newFile()
  writeFileSync(file, 'kept')
  await expect(writeBackup(file, undefined, async () => {})).rejects.toThrow('exists already')
  expect(readFileSync(file, 'utf8')).toBe('kept')
  rmSync(file)
  writeFileSync(`${file}.partial`, 'of a killed one')
  await expect(writeBackup(file, undefined, async () => {})).rejects.toThrow('or one was killed. Then remove it.')
  expect(readFileSync(`${file}.partial`, 'utf8')).toBe('of a killed one')
  rmSync(`${file}.partial`)
  const failing = (async function* () {
    yield Buffer.from('x')
    throw new Error('The database is gone')
  })()
  await expect(writeBackup(file, undefined, ({ section }) => section('rows', failing))).rejects.toThrow('is gone')
  expect(readdirSync(folder).filter((name) => name.startsWith(basename(file)))).toEqual([])
})

it('no frame is longer than a reader accepts, however much waits to be written', async () => {
  const bytes = await written(undefined, [['log', [randomBytes(20_000_000)]]])
  const lengths = framesOf(bytes).map(({ at, end }) => end - at - FRAME_HEADER_BYTES)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(MOST_FRAME_BYTES)
})

it('lines are whole across chunks, also within a letter', async () => {
  const text = Buffer.from('Անի\nԲարև\n')
  const found: string[] = []
  for await (const line of linesOf(
    (async function* () {
      for (const byte of text) yield Buffer.of(byte)
    })(),
  ))
    found.push(line)
  expect(found).toEqual(['Անի', 'Բարև'])
})

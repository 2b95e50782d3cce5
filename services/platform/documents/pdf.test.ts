import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { scriptRuns } from './fonts.ts'
import { makePdf, type PdfBlock } from './pdf.ts'

const make = (blocks: PdfBlock[], footer = 'Հատիկ') =>
  makePdf({ title: 'Քաղվածք', language: 'hy', footer, pageOf: '{page} / {pages}', blocks })
const pagesOf = (pdf: Buffer) =>
  Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1] ?? Number.NaN)

/** Sizes of the embedded fonts' outlines. */
function outlines(pdf: Buffer): number[] {
  const found: number[] = []
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('\nendstream', at)
    let font: Buffer
    try {
      font = inflateSync(pdf.subarray(at + 'stream\n'.length, end))
    } catch {
      continue
    }
    if (font.length < 12 || !['true', '\0\x01\0\0'].includes(font.toString('latin1', 0, 4))) continue
    for (let table = 0; table < font.readUInt16BE(4); table += 1) {
      const entry = 12 + table * 16
      if (font.toString('latin1', entry, entry + 4) === 'glyf') found.push(font.readUInt32BE(entry + 12))
    }
  }
  return found
}

describe('documents', () => {
  it('embed the outlines of all their letters, in three alphabets', async () => {
    const pdf = await make([
      { kind: 'text', text: 'Աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև · abcdefghijklmnopqrstuvwxyz · абвгдежзиклмноп' },
    ])
    const sizes = outlines(pdf)
    expect(sizes).toHaveLength(3)
    for (const size of sizes) expect(size).toBeGreaterThan(800)
  })

  it('span as many pages as needed, and declare their language', async () => {
    const columns = [
      { heading: 'Ե՞րբ', share: 0.5 },
      { heading: 'Որքան', share: 0.5, align: 'right' as const },
    ]
    const rows = (count: number) => Array.from({ length: count }, (_, index) => ['5 հունվարի 2026', String(index)])
    const [short, long] = [
      await make([{ kind: 'table', columns, rows: rows(3) }]),
      await make([{ kind: 'table', columns, rows: rows(200) }]),
    ]
    expect(pagesOf(short)).toBe(1)
    expect(pagesOf(long)).toBeGreaterThan(3)
    expect(short.toString('latin1')).toContain('/Lang (hy)')
  })

  it('accept a word wider than the page, and an empty text', async () => {
    const pdf = await make([
      { kind: 'title', text: 'ա'.repeat(400) },
      { kind: 'text', text: '' },
      { kind: 'pairs', pairs: [['a', 'x'.repeat(500)]] },
    ])
    expect(pagesOf(pdf)).toBe(1)
  })
})

describe('figures', () => {
  afterEach(() => vi.restoreAllMocks())

  /** All drawn texts, with the x at which the whole-number part ends. */
  async function set(
    blocks: PdfBlock[],
    footer?: string,
  ): Promise<{ text: string; x: number; wholesEnd: number; end: number }[]> {
    const found: { text: string; x: number; wholesEnd: number; end: number }[] = []
    const original = PDFDocument.prototype.text
    vi.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (this: PDFKit.PDFDocument, ...all: unknown[]) {
      const [text, x] = all as [string, number]
      found.push({ text, x, wholesEnd: x + this.widthOfString(text.split(',')[0]!), end: x + this.widthOfString(text) })
      return (original as (...all: unknown[]) => PDFKit.PDFDocument).apply(this, all)
    })
    await make(blocks, footer)
    return found
  }
  it('at the foot keep their place beside a line of any length', async () => {
    const all = await set([{ kind: 'text', text: 'ա' }], 'Հատիկ · AN1234 · ' + 'Կոֆե Տուն '.repeat(20))
    const foot = all.filter(({ text }) => text.endsWith('…') || text.startsWith('Հատիկ'))
    expect(foot.at(-1)!.text).toMatch(/…$/)
    expect(Math.max(...foot.map(({ end }) => end))).toBeLessThan(all.find(({ text }) => text === '1 / 1')!.x)
  })

  const FIGURES = ['+199\u00a0999,9', '+9', '−0,1']

  it('never break, and align at their whole-number part whatever is beside them', async () => {
    const columns = [
      { heading: 'Ինչի համար', share: 1 },
      { heading: 'Միավոր', fits: true, align: 'decimal' },
    ] as const
    const all = await set([
      { kind: 'table', columns, rows: FIGURES.map((figure) => ['Նախաճաշ երկուսի համար '.repeat(20), figure]) },
    ])
    const figures = FIGURES.map((figure) => all.find(({ text }) => text === figure))
    expect(figures.map((figure) => figure?.wholesEnd.toFixed(2))).toEqual(
      Array(3).fill(figures[0]!.wholesEnd.toFixed(2)),
    )
    // Right-aligned like the page number.
    const number = all.find(({ text }) => text === '1 / 1')
    expect(figures[0]!.end).toBeCloseTo(number!.end)
  })

  it('of a list with names also align', async () => {
    const all = await set([{ kind: 'pairs', figures: true, pairs: FIGURES.map((figure) => ['ա', figure] as const) }])
    const ends = FIGURES.map((figure) => all.find(({ text }) => text === figure)?.wholesEnd.toFixed(2))
    expect(ends).toEqual(Array(3).fill(ends[0]))
  })
})

describe('a table whose cells are single very long words', () => {
  afterEach(() => vi.restoreAllMocks())

  const ROWS = 45
  const LETTERS = 1_000
  /** No shared prefixes, so that no width is cached. */
  const rows = Array.from({ length: ROWS }, (_, row) => [
    createHash('shake256', { outputLength: LETTERS / 2 })
      .update(String(row))
      .digest('hex'),
  ])
  const table: PdfBlock = { kind: 'table', columns: [{ heading: 'What', share: 0.3 }], rows }

  it('measures widths letter by letter: the cost grows linearly with the text', async () => {
    const measure = vi.spyOn(PDFDocument.prototype, 'widthOfString')
    await make([table])
    const measured = measure.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0)
    // Whole and in pieces; measuring again per letter cost twenty times the text.
    expect(measured).toBeLessThan(5 * ROWS * LETTERS)
  })
})

describe('font runs', () => {
  it('change with the alphabet, and the dram sign is Armenian', () => {
    expect(scriptRuns('Կոֆե 5 ֏')).toEqual([
      { script: 'armenian', text: 'Կոֆե' },
      { script: 'latin', text: ' 5 ' },
      { script: 'armenian', text: '֏' },
    ])
    expect(scriptRuns('')).toEqual([])
  })
})

it('the marks above a document hold the logo, and an unreadable one is left out', async () => {
  const picture = { width: 40, height: 20, channels: 3 as const, background: '#176773' }
  const logo = await sharp({ create: picture }).jpeg().toBuffer()
  const drawn = async (marks: { brand: string; logo?: Uint8Array }): Promise<boolean> => {
    const pdf = await makePdf({ title: 't', language: 'en', footer: 'f', pageOf: '{page}', blocks: [], marks })
    return pdf.toString('latin1').includes('/Subtype /Image')
  }
  expect(await drawn({ brand: 'Hatik', logo })).toBe(true)
  expect(await drawn({ brand: 'Hatik', logo: Buffer.from('no picture') })).toBe(false)
  expect(await drawn({ brand: 'Հատիկ' })).toBe(false)
})

import PDFDocument from 'pdfkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rowsIn } from '../../../infra/testing/read-workbook.ts'
import type { PdfText } from './pdf.ts'
import { createPdfDrawings, DOCUMENTS_MAX, DOCUMENTS_OF_ONE_MAX, TooManyDocuments } from './pdf-drawings.ts'
import type { Workbook } from './workbook.ts'

const textOf = (text: string): PdfText => ({
  title: text,
  language: 'hy',
  footer: 'Հատիկ',
  pageOf: '{page} / {pages}',
  blocks: [{ kind: 'text', text }],
})

const drawings = createPdfDrawings()
afterEach(() => vi.restoreAllMocks())

const refusalsAmong = async (asked: Promise<Buffer>[]) =>
  (await Promise.allSettled(asked))
    .filter((answer) => answer.status === 'rejected')
    .map(({ reason }) => reason as unknown)

describe('documents are drawn', () => {
  it('on another thread, leaving this one free', async () => {
    const setHere = vi.spyOn(PDFDocument.prototype, 'text')
    const pdf = await drawings.draw(1, textOf('Քաղվածք'))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(setHere).not.toHaveBeenCalled()
  })

  it('and so are workbooks', async () => {
    const table: Workbook = {
      sheet: 'x',
      about: [],
      columns: [{ heading: 'Օր', kind: 'day', width: 12 }],
      rows: [['2026-11-26']],
      totals: [],
    }
    expect(await rowsIn(await drawings.fill(1, table))).toEqual([['Օր'], ['2026-11-26']])
  })

  it('with a limit on the queue, per person and in total', async () => {
    const ofOne = await refusalsAmong(
      Array.from({ length: DOCUMENTS_OF_ONE_MAX + 2 }, () => drawings.draw(1, textOf('one'))),
    )
    expect(ofOne).toEqual([expect.any(TooManyDocuments), expect.any(TooManyDocuments)])
    const ofAll = await refusalsAmong(
      Array.from({ length: DOCUMENTS_MAX + 1 }, (_, owner) => drawings.draw(owner, textOf('all'))),
    )
    expect(ofAll).toEqual([expect.any(TooManyDocuments)])
    expect(await refusalsAmong([drawings.draw(1, textOf('again'))])).toEqual([])
  })

  it('even after one that fails', async () => {
    const broken = { ...textOf('broken'), blocks: [{ kind: 'pairs', pairs: null }] } as unknown as PdfText
    expect(await refusalsAmong([drawings.draw(1, broken), drawings.draw(1, textOf('behind it'))])).toEqual([
      expect.objectContaining({ name: 'TypeError' }),
    ])
  })

  it('no longer once closed', async () => {
    const left = refusalsAmong([drawings.draw(1, textOf('left'))])
    await drawings.close()
    expect(await left).toHaveLength(1)
  })
})

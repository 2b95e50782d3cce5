/**
 * Draws one document at a time on its own thread, so that awards are not delayed: a long statement takes seconds of
 * CPU, a workbook of 100,000 buyers half a second.
 */
import { Piscina } from 'piscina'
import type { CardSheet } from './card-sheet.ts'
import type { PdfText } from './pdf.ts'
import type { Poster } from './poster.ts'
import type { Workbook } from './workbook.ts'

/** Running plus queued; later ones would hold connections for many seconds. */
export const DOCUMENTS_MAX = 16
export const DOCUMENTS_OF_ONE_MAX = 3
/** Longer than any document takes; multiplied by the queue's length. */
const MOST_MS = 60_000
/** Nice value, so that awards go first. */
const NICE = 10
/** The idle thread ends, because it holds fonts and tens of megabytes. */
const IDLE_MS = 60_000

/** The caller answers 503. */
export class TooManyDocuments extends Error {
  override readonly name = 'TooManyDocuments'
}

export type PdfDrawings = {
  /** `owner`: users.id, with a limit per person. Throws TooManyDocuments. */
  draw(owner: number, text: PdfText): Promise<Buffer>
  /** Throws TooManyDocuments. */
  poster(owner: number, sheet: Poster): Promise<Buffer>
  /** Throws TooManyDocuments. */
  cards(owner: number, sheet: CardSheet): Promise<Buffer>
  /** Throws TooManyDocuments. */
  fill(owner: number, table: Workbook): Promise<Buffer>
  close(): Promise<void>
}

export function createPdfDrawings(): PdfDrawings {
  const filename = new URL('./pdf-drawer.ts', import.meta.url).href
  const threads = new Piscina<PdfText | Poster | CardSheet | Workbook, Uint8Array>({
    filename,
    name: 'draw',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
  })
  const ofOwner = new Map<number, number>()
  let all = 0

  async function set(
    owner: number,
    name: 'draw' | 'poster' | 'cards' | 'fill',
    document: PdfText | Poster | CardSheet | Workbook,
  ): Promise<Buffer> {
    const own = ofOwner.get(owner) ?? 0
    if (all >= DOCUMENTS_MAX || own >= DOCUMENTS_OF_ONE_MAX) throw new TooManyDocuments()
    all += 1
    ofOwner.set(owner, own + 1)
    const late = AbortSignal.timeout(MOST_MS * all)
    try {
      return Buffer.from(await threads.run(document, { name, signal: late }))
    } catch (error) {
      throw late.aborted ? new TooManyDocuments() : error
    } finally {
      all -= 1
      const left = ofOwner.get(owner)! - 1
      if (left > 0) ofOwner.set(owner, left)
      else ofOwner.delete(owner)
    }
  }

  return {
    draw: (owner, text) => set(owner, 'draw', text),
    poster: (owner, sheet) => set(owner, 'poster', sheet),
    cards: (owner, sheet) => set(owner, 'cards', sheet),
    fill: (owner, table) => set(owner, 'fill', table),
    close: () => threads.destroy(),
  }
}

/**
 * Documents are set on a thread of their own, one after the other: a long statement takes a processor for seconds, a workbook of a hundred thousand
 * buyers half a second, and while they do, counters go on awarding. Nobody's documents keep those of others waiting for long: of one person only few wait.
 */
import { Piscina } from 'piscina'
import type { PdfText } from './pdf.ts'
import type { Workbook } from './workbook.ts'

/** The one that is being set and those that wait for it: what comes later would wait for many seconds, and hold its connection all the while. */
export const DOCUMENTS_MAX = 16
export const DOCUMENTS_OF_ONE_MAX = 3
/** Longer than any document takes on a slow machine; whoever waits behind others has their time as well. */
const MOST_MS = 60_000
/** As the system counts it: who waits for an award comes first. */
const NICE = 10
/** A thread holds the typefaces and some tens of megabytes: it ends when nobody has wanted a document for so long. */
const IDLE_MS = 60_000

/** Too many documents wait, or this one takes too long: the caller answers 503. */
export class TooManyDocuments extends Error {
  override readonly name = 'TooManyDocuments'
}

export type PdfDrawings = {
  /** The document as bytes. `owner`: who asked for it. Throws TooManyDocuments. */
  draw(owner: number, text: PdfText): Promise<Buffer>
  /** The workbook as bytes. Throws TooManyDocuments. */
  fill(owner: number, table: Workbook): Promise<Buffer>
  /** What is being set is given up. */
  close(): Promise<void>
}

export function createPdfDrawings(): PdfDrawings {
  const filename = new URL('./pdf-drawer.ts', import.meta.url).href
  const threads = new Piscina<PdfText | Workbook, Uint8Array>({
    filename,
    name: 'draw',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
  })
  const ofOwner = new Map<number, number>()
  let all = 0

  async function set(owner: number, name: 'draw' | 'fill', document: PdfText | Workbook): Promise<Buffer> {
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
    fill: (owner, table) => set(owner, 'fill', table),
    close: () => threads.destroy(),
  }
}

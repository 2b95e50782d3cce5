/** Runs on the document thread, called by name (pdf-drawings.ts). */
import { makeCardSheet, type CardSheet } from './card-sheet.ts'
import { makePdf, type PdfText } from './pdf.ts'
import { makePoster, type Poster } from './poster.ts'
import { workbook, type Workbook } from './workbook.ts'

export const draw = (text: PdfText): Promise<Buffer> => makePdf(text)
export const poster = (sheet: Poster): Promise<Buffer> => makePoster(sheet)
export const cards = (sheet: CardSheet): Promise<Buffer> => makeCardSheet(sheet)
export const fill = (table: Workbook): Promise<Buffer> => workbook(table)

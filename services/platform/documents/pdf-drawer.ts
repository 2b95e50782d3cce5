/** Runs on the document thread, called by name (pdf-drawings.ts). */
import { makePdf, type PdfText } from './pdf.ts'
import { workbook, type Workbook } from './workbook.ts'

export const draw = (text: PdfText): Promise<Buffer> => makePdf(text)
export const fill = (table: Workbook): Promise<Buffer> => workbook(table)

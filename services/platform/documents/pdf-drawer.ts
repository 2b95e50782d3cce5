/** What runs on the thread that sets documents: see pdf-drawings.ts, which calls each by its name. */
import { makePdf, type PdfText } from './pdf.ts'
import { workbook, type Workbook } from './workbook.ts'

export const draw = (text: PdfText): Promise<Buffer> => makePdf(text)
export const fill = (table: Workbook): Promise<Buffer> => workbook(table)

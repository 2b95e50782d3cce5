/** What runs on the thread that sets documents: see pdf-drawings.ts, which calls it by its name. */
import { makePdf, type PdfText } from './pdf.ts'

export const draw = (text: PdfText): Promise<Buffer> => makePdf(text)

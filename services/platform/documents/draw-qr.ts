import QR from 'qrcode'

/** The specified margin of the screens is 2, but print needs the standard's 4. */
const QUIET_MODULES = 4

/** Error correction M (R175), a rectangle for each run of dark modules. `frame`: its colour, if there is one. */
export function drawQr(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, sidePt, frame }: { x: number; y: number; sidePt: number; frame?: string },
): void {
  const { modules } = QR.create(text, { errorCorrectionLevel: 'M' })
  const modulePt = sidePt / (modules.size + 2 * QUIET_MODULES)
  if (frame !== undefined) doc.lineWidth(3).roundedRect(x, y, sidePt, sidePt, 16).stroke(frame)
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      const from = column
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1
      const left = x + (QUIET_MODULES + from) * modulePt
      doc.rect(left, y + (QUIET_MODULES + row) * modulePt, (column + 1 - from) * modulePt, modulePt)
    }
  }
  doc.fill('#000000')
}

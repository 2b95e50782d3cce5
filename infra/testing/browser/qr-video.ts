/** Writes a video of a QR code for the browser's fake camera. */
import { renameSync, writeFileSync } from 'node:fs'
import QRCode from 'qrcode'

const width = 640
const height = 480
const frames = 8
const quietModules = 4
const [black, white, grey] = [16, 235, 180]

export interface Held {
  /** Fraction of the picture's height, including the quiet zone. */
  share?: number
  turnedDegrees?: number
  /** Half the side of the averaging square. */
  blurPixels?: number
}

/** Writes `text` as a QR code on grey (y4m, 640 × 480). Atomic, because the camera may be reading. */
export function writeQrVideo(
  file: string,
  text: string,
  { share = 0.7, turnedDegrees = 0, blurPixels = 0 }: Held = {},
): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const inModules = modules.size + 2 * quietModules
  const pixels = Math.floor((height * share) / inModules)
  const side = pixels * inModules
  const [sin, cos] = [Math.sin((turnedDegrees * Math.PI) / 180), Math.cos((turnedDegrees * Math.PI) / 180)]
  const sharp = Buffer.alloc(width * height, grey)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromMiddleX, fromMiddleY] = [x - width / 2, y - height / 2]
      const [codeX, codeY] = [
        cos * fromMiddleX + sin * fromMiddleY + side / 2,
        cos * fromMiddleY - sin * fromMiddleX + side / 2,
      ]
      if (codeX < 0 || codeY < 0 || codeX >= side || codeY >= side) continue
      const column = Math.floor(codeX / pixels) - quietModules
      const row = Math.floor(codeY / pixels) - quietModules
      const inside = column >= 0 && row >= 0 && column < modules.size && row < modules.size
      sharp[y * width + x] = inside && modules.get(row, column) ? black : white
    }
  }
  const light = blurPixels === 0 ? sharp : blurred(sharp, blurPixels)
  const colourless = Buffer.alloc((width * height) / 2, 128)
  const frame = [Buffer.from('FRAME\n'), light, colourless]
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`)
  writeFileSync(`${file}.new`, Buffer.concat([header, ...Array.from({ length: frames }, () => frame).flat()]))
  renameSync(`${file}.new`, file)
}

function blurred(picture: Buffer, reach: number): Buffer {
  return Buffer.from(
    picture.map((_, index) => {
      const [x, y] = [index % width, Math.floor(index / width)]
      let [sum, count] = [0, 0]
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
        for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column += 1) {
          sum += picture[row * width + column] ?? 0
          count += 1
        }
      }
      return Math.round(sum / count)
    }),
  )
}

import { inflateSync } from 'node:zlib'

/** The text of our PDFs, one piece per line, in order. Glyph numbers are mapped by the fonts (PDF 32000-1, 9.10.3). */
export function textIn(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const lettersOf = new Map<string, Map<string, string>>()
  for (const { head } of objects.values()) {
    for (const [, name = '', number = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? '')?.[1]
      lettersOf.set(name, lettersIn(objects.get(unicode ?? '')?.stream ?? ''))
    }
  }
  const lines: string[] = []
  for (const { stream } of objects.values()) {
    let letters: Map<string, string> | undefined
    for (const [, font, pieces = ''] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) letters = lettersOf.get(font)
      else
        lines.push(
          [...pieces.matchAll(/<([\da-f]*)>/gi)]
            .flatMap(([, hex = '']) =>
              (hex.match(/.{4}/g) ?? []).map((glyph) => letters?.get(glyph.toLowerCase()) ?? '?'),
            )
            .join(''),
        )
    }
  }
  return lines.join('\n')
}

function objectsOf(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const text = pdf.toString('latin1')
  const found = [...text.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)]
  return new Map(
    found.map(([, number = '', content = '']) => {
      const at = content.indexOf('stream\n')
      if (at === -1) return [number, { head: content, stream: '' }]
      const head = content.slice(0, at)
      const bytes = Buffer.from(content.slice(at + 'stream\n'.length, content.lastIndexOf('\nendstream')), 'latin1')
      return [
        number,
        {
          head,
          stream: head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1'),
        },
      ]
    }),
  )
}

/** By glyph number in four hexadecimal digits. */
function lettersIn(unicodeMap: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, from = '', all = ''] of unicodeMap.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, [, units = '']] of [...all.matchAll(/<([\da-f ]*)>/gi)].entries()) {
      letters.set(
        (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0'),
        Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
    }
  }
  return letters
}

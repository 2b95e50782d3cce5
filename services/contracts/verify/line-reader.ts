const FEED = 0x0a

export type LineReader = {
  push(bytes: Uint8Array): void
  /** True if data follows the last line feed. */
  end(): boolean
}

/** Lines that are not UTF-8 are undefined; nothing is repaired, and byte order marks stay. */
export function openLineReader(onLine: (text: string | undefined) => void): LineReader {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let pieces: Uint8Array[] = []

  function line(): string | undefined {
    const [only] = pieces
    const bytes = pieces.length === 1 && only ? only : joined(pieces)
    pieces = []
    try {
      return decoder.decode(bytes)
    } catch {
      return undefined
    }
  }

  return {
    push(bytes) {
      let start = 0
      for (let end = bytes.indexOf(FEED); end >= 0; end = bytes.indexOf(FEED, start)) {
        pieces.push(bytes.subarray(start, end))
        start = end + 1
        onLine(line())
      }
      // The caller may reuse its buffer.
      if (start < bytes.length) pieces.push(bytes.slice(start))
    },
    end: () => pieces.length > 0,
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

import { fromHex, toHex } from './sha256.ts'

const BYTES = 32

export type KeptHashes = {
  push(hash: string | undefined): void
  /** `place`: from 0. All zeros without a hash. */
  at(place: number): string
}

/** As bytes: a substring would keep its whole line in memory. */
export function keepHashes(): KeptHashes {
  let bytes = new Uint8Array(1_024 * BYTES)
  let count = 0
  return {
    push(hash) {
      if ((count + 1) * BYTES > bytes.length) {
        const longer = new Uint8Array(bytes.length * 2)
        longer.set(bytes)
        bytes = longer
      }
      if (hash !== undefined) bytes.set(fromHex(hash), count * BYTES)
      count += 1
    },
    at: (place) => toHex(bytes.subarray(place * BYTES, (place + 1) * BYTES)),
  }
}

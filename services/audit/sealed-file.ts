import type { SignedHead } from '#contracts/calls/proofs.ts'
import { chainStart, closingLine, sealCsv, sealJson, type Chain } from '#contracts/verify/sealed-line.ts'
import { fileText } from '#contracts/verify/signatures.ts'
import { noFormula } from '#platform/documents/no-formula.ts'
import type { SigningKey } from './signing-key.ts'

export type Opening = {
  hatik: 'statement/1' | 'export/1'
  query: Record<string, unknown>
  position: string | null
  head: SignedHead | null
  keys: Record<string, string>
}

export type SealedFile = {
  opening(): string
  /** CSV only. */
  headings(columns: readonly string[]): string
  json(content: object): string
  csv(columns: readonly (string | number | null)[]): string
  closing(): string
}

/** Without it spreadsheets garble Armenian. */
const CSV_MARK = '\uFEFF'

/** Each returned line ends in a line feed. */
export function sealedFile(opening: Opening, key: SigningKey, format: 'jsonl' | 'csv'): SealedFile {
  const prefix = format === 'csv' ? '# ' : ''
  let chain: Chain = chainStart()
  let lines = 0
  const keep = (sealed: { line: string; chain: Chain }): string => {
    chain = sealed.chain
    return `${sealed.line}\n`
  }
  return {
    opening: () =>
      keep(
        sealJson(
          chain,
          { ...opening, keys: { ...opening.keys, [key.keyId]: key.publicKey } },
          format === 'csv' ? CSV_MARK + prefix : prefix,
        ),
      ),
    headings: (columns) => keep(sealCsv(chain, [...columns, 'n'].join(','))),
    json(content) {
      lines += 1
      return keep(sealJson(chain, { n: lines, ...content }))
    },
    csv(columns) {
      lines += 1
      return keep(sealCsv(chain, [...columns.map(quoted), lines].join(',')))
    },
    closing: () =>
      `${closingLine({ lines, hash: chain.hash, keyId: key.keyId, signature: key.sign(fileText(chain.hash)) }, prefix)}\n`,
  }
}

/** Line breaks become spaces, so that an event stays one line; no text begins a formula. */
function quoted(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value.replace(/[\r\n\u2028\u2029]+/g, ' ')
  const safe = /^-?\d+(\.\d+)?$/.test(text) ? text : noFormula(text)
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

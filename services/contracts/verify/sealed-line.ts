/**
 * A sealed line: `body` and the chain's hash over all bodies. JSON lines end in `,"chain":"…"}`, CSV lines in `,…`;
 * JSON in a CSV file begins with `# `, the first after the byte order mark.
 */
import { fromHex, sha256, toHex, utf8 } from './sha256.ts'

const START = 'hatik-chain/1\n'

export type Chain = { hash: string }
export const chainStart = (): Chain => ({ hash: toHex(sha256(utf8(START))) })

export function chained(before: Chain, body: string): Chain {
  return { hash: toHex(sha256(fromHex(before.hash), utf8(body))) }
}

// `s`: the dot must match U+2028 and U+2029, which JSON does not escape.
const JSON_LINE = /^((?:\uFEFF?# )?\{.*),"chain":"([0-9a-f]{64})"\}$/s
const CSV_LINE = /^(.*),([0-9a-f]{64})$/s

/** Undefined without a chain hash. */
export function splitSealed(line: string): { body: string; hash: string; isJson: boolean } | undefined {
  const json = JSON_LINE.exec(line)
  if (json) return { body: json[1]!, hash: json[2]!, isJson: true }
  const csv = CSV_LINE.exec(line)
  return csv ? { body: csv[1]!, hash: csv[2]!, isJson: false } : undefined
}

export function sealJson(before: Chain, value: object, prefix = ''): { line: string; chain: Chain } {
  const body = prefix + JSON.stringify(value).slice(0, -1)
  const chain = chained(before, body)
  return { line: `${body},"chain":"${chain.hash}"}`, chain }
}

/** `columns`: already quoted. */
export function sealCsv(before: Chain, columns: string): { line: string; chain: Chain } {
  const chain = chained(before, columns)
  return { line: `${columns},${chain.hash}`, chain }
}

/** `prefix`: as for other JSON lines. */
export function closingLine(
  { lines, hash, keyId, signature }: { lines: number; hash: string; keyId: string; signature: string },
  prefix = '',
): string {
  return prefix + JSON.stringify({ end: true, lines, hash, keyId, signature })
}

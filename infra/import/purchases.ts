/** `customer,date,usd_cents`, one purchase per line. */
import { createHash } from 'node:crypto'
import { MAX_AMOUNT_AMD } from '#contracts/units/tenths.ts'

export type Purchase = {
  customer: string
  date: string
  /** Whole AMD: floor(usd_cents * 39 / 10). */
  amountAmd: number
  /**
   * Idempotency key. It counts equal rows before it, so that duplicates differ and a longer file with the same
   * beginning has the same keys.
   */
  key: string
}

const HEADER = 'customer,date,usd_cents'

/** Throws if the file is not UTF-8, e.g. UTF-16 saved by a spreadsheet. */
export function textOf(bytes: Uint8Array): string {
  const wrong = new Error('The file is not UTF-8: save it as "CSV UTF-8"')
  if (bytes.includes(0)) throw wrong
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw wrong
  }
}

/**
 * Throws with the line number for an invalid line, an amount above the limit of an award, or customers that differ only
 * in case, whose addresses would be equal.
 */
export function parsePurchases(text: string): Purchase[] {
  const [header, ...lines] = text.split(/\r?\n/)
  if (header?.trim() !== HEADER) throw new Error(`The first line must be ${HEADER}`)
  const equalBefore = new Map<string, number>()
  const spellings = new Map<string, string>()
  return lines.flatMap((untrimmed, index) => {
    const line = untrimmed.trim()
    if (line === '') return []
    const match = /^([\w-]{1,40}),(\d{4}-\d{2}-\d{2}),(\d{1,12})$/.exec(line)
    const [, customer, date, cents] = match ?? []
    if (!customer || !date || !cents) throw new Error(`Line ${index + 2} is not ${HEADER}`)
    const amountAmd = Math.floor((Number(cents) * 39) / 10)
    if (amountAmd > MAX_AMOUNT_AMD) throw new Error(`Line ${index + 2} exceeds ${MAX_AMOUNT_AMD} AMD`)
    const spelling = spellings.get(customer.toLowerCase()) ?? customer
    if (spelling !== customer)
      throw new Error(`Line ${index + 2}: customer ${customer} differs from ${spelling} only in letter case`)
    spellings.set(customer.toLowerCase(), customer)
    const nth = equalBefore.get(line) ?? 0
    equalBefore.set(line, nth + 1)
    return [{ customer, date, amountAmd, key: keyOf(customer, date, cents, nth) }]
  })
}

function keyOf(customer: string, date: string, cents: string, nth: number): string {
  return `import.${createHash('sha256').update([customer, date, cents, nth].join('|')).digest('hex').slice(0, 32)}`
}

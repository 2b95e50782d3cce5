/** A purchases file: `customer,date,usd_cents`, one line a purchase. Pure: what the file says, and nothing of where it goes. */
import { createHash } from 'node:crypto'
import { MAX_AMOUNT_AMD } from '#contracts/units/tenths.ts'

export type Purchase = {
  customer: string
  date: string
  /** Whole AMD: floor(usd_cents * 39 / 10). */
  amountAmd: number
  /**
   * The row's idempotency key. Two purchases of one customer may be equal in every column, so the key counts the equal ones
   * before it: the same file gives the same keys, and so does a longer file that begins with it.
   */
  key: string
}

const HEADER = 'customer,date,usd_cents'

/** The text of a file. Throws where it is not in UTF-8, which to the eye is the same file: a spreadsheet may save another kind of Unicode. */
export function textOf(bytes: Uint8Array): string {
  const wrong = new Error('The file is not in UTF-8: save it as CSV UTF-8')
  if (bytes.includes(0)) throw wrong
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw wrong
  }
}

/**
 * Throws with the line's number where a line is not of the form, comes to more than any award may, or names a customer who
 * differs from one before in upper and lower case alone: their addresses would be one address.
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
    if (amountAmd > MAX_AMOUNT_AMD) throw new Error(`Line ${index + 2} is over ${MAX_AMOUNT_AMD} AMD`)
    const spelling = spellings.get(customer.toLowerCase()) ?? customer
    if (spelling !== customer)
      throw new Error(`Line ${index + 2}: customer ${customer} differs from ${spelling} in upper and lower case alone`)
    spellings.set(customer.toLowerCase(), customer)
    const nth = equalBefore.get(line) ?? 0
    equalBefore.set(line, nth + 1)
    return [{ customer, date, amountAmd, key: keyOf(customer, date, cents, nth) }]
  })
}

function keyOf(customer: string, date: string, cents: string, nth: number): string {
  return `import.${createHash('sha256').update([customer, date, cents, nth].join('|')).digest('hex').slice(0, 32)}`
}

/**
 * Checks a statement or an export without trusting whoever sent it: every byte, the order and number of the lines, the signature over
 * all of it, and (where it carries proofs) that each event is in the signed log. Runs in Node and in browsers, offline.
 */
import { z } from 'zod'
import { hashSchema, headSchema, type SignedHead, type VerifyProblem, type VerifyReport } from '../proofs.ts'
import { decimalString } from '../points.ts'
import { canonicalText } from './canonical.ts'
import { leafHash, rootOfInclusion } from './merkle.ts'
import { chained, chainStart, closingLine, splitSealed, type Chain } from './sealed-line.ts'
import { fromHex, toHex } from './sha256.ts'
import { fileText, headText, isSignedBy, keyIdOf } from './signatures.ts'

const PROBLEMS_SHOWN = 20

const openingSchema = z.object({
  hatik: z.enum(['statement/1', 'export/1']),
  query: z.record(z.string(), z.unknown()),
  position: z.string().nullable(),
  head: headSchema.nullable(),
  keys: z.record(hashSchema, hashSchema),
})
const closingSchema = z.object({ end: z.literal(true), lines: z.number().int(), hash: hashSchema, keyId: hashSchema, signature: z.string() })
const contentSchema = z.object({
  n: z.number().int(),
  event: z.looseObject({ type: z.string(), revision: z.number().int(), data: z.record(z.string(), z.unknown()) }).optional(),
  balance: z.string().optional(),
  proof: z.object({ index: z.number().int(), path: z.array(hashSchema) }).optional(),
})
type Content = z.infer<typeof contentSchema>

/** `knownKey`: the id of the key that must have signed, where the reader has it from elsewhere. */
export async function verifyFile(text: string, { knownKey }: { knownKey?: string } = {}): Promise<VerifyReport> {
  const report: VerifyReport = { ok: false, kind: null, events: 0, query: null, position: null, hash: null, head: null, keyId: null, problems: [] }
  const problem = (line: number, what: VerifyProblem['problem']) => report.problems.push({ line, problem: what })
  const done = (): VerifyReport => {
    const problems = report.problems.sort((left, right) => left.line - right.line).slice(0, PROBLEMS_SHOWN)
    return { ...report, problems, ok: problems.length === 0 }
  }

  const lines = text.split('\n')
  if (lines.pop() !== '') problem(lines.length + 1, 'end_missing')
  const opening = openingOf(lines[0])
  if (!opening) {
    problem(1, 'not_a_hatik_file')
    return done()
  }
  report.kind = opening.hatik === 'statement/1' ? 'statement' : 'export'
  report.query = opening.query
  report.position = opening.position
  report.head = opening.head
  const prefix = lines[0]!.startsWith('# ') ? '# ' : ''

  const closing = closingOf(lines.at(-1), prefix)
  const sealed = closing ? lines.slice(0, -1) : lines
  if (!closing) problem(lines.length + 1, 'end_missing')

  const { contents, hash } = checkChain(sealed, prefix === '# ' ? 2 : 1, problem)
  report.events = contents.length
  if (closing) {
    report.hash = closing.hash
    report.keyId = closing.keyId
    const publicKey = opening.keys[closing.keyId]
    if (publicKey === undefined || keyIdOf(publicKey) !== closing.keyId || (knownKey !== undefined && knownKey !== closing.keyId)) problem(lines.length, 'key_unknown')
    else if (!(await isSignedBy(publicKey, fileText(closing.hash), closing.signature))) problem(lines.length, 'signature_wrong')
    if (closing.lines !== contents.length && !report.problems.some(({ problem: what }) => what === 'line_missing' || what === 'line_out_of_order')) {
      problem(lines.length, 'line_missing')
    }
    if (closing.hash !== hash && report.problems.length === 0) problem(lines.length, 'line_changed')
  }
  await checkProofs(opening.head, opening.keys, contents, problem)
  if (report.kind === 'statement') checkStatement(contents, problem)
  return done()
}

function openingOf(line: string | undefined): z.infer<typeof openingSchema> | undefined {
  if (line === undefined) return undefined
  try {
    const parsed = openingSchema.safeParse(JSON.parse(line.replace(/^# /, '')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Only in the very bytes in which it is written. */
function closingOf(line: string | undefined, prefix: string): z.infer<typeof closingSchema> | undefined {
  if (!line?.startsWith(`${prefix}{"end":true`)) return undefined
  try {
    const parsed = closingSchema.safeParse(JSON.parse(line.slice(prefix.length)))
    return parsed.success && closingLine(parsed.data, prefix) === line ? parsed.data : undefined
  } catch {
    return undefined
  }
}

type Numbered = { line: number; content: Content }

/** `headings`: how many lines come before the first event. */
function checkChain(lines: readonly string[], headings: number, problem: (line: number, what: VerifyProblem['problem']) => void): { contents: Numbered[]; hash: string } {
  const numbers = new Set(lines.map(numberOf))
  const contents: Numbered[] = []
  // After a line that was changed the chain may go on from what it says or from what it should say.
  let before: Chain[] = [chainStart()]
  let expected = 1
  lines.forEach((text, index) => {
    const line = index + 1
    const sealed = splitSealed(text)
    if (!sealed) {
      problem(line, 'unreadable_line')
      if (index >= headings) expected += 1
      return
    }
    const reached = before.map((chain) => chained(chain, sealed.body))
    const intact = reached.some(({ hash }) => hash === sealed.hash)
    const n = numberOf(text)
    let placed = true
    if (index >= headings && n !== expected) {
      placed = false
      // A line whose own number was changed is a changed line; otherwise lines are missing or stand elsewhere.
      const moved = n !== undefined && n > expected && !numbers.has(expected)
      if (n === undefined) problem(line, 'unreadable_line')
      else problem(line, moved ? 'line_missing' : 'line_out_of_order')
    }
    if (!intact && placed) problem(line, 'line_changed')
    before = intact ? [{ hash: sealed.hash }] : [{ hash: sealed.hash }, ...reached]
    if (index < headings) return
    expected = (n ?? expected) + 1
    const content = contentOf(text, sealed)
    if (content) contents.push({ line, content })
    else if (intact && placed) problem(line, 'unreadable_line')
  })
  return { contents, hash: before[0]!.hash }
}

function numberOf(text: string): number | undefined {
  const sealed = splitSealed(text)
  const found = sealed && (sealed.isJson ? /^\{"n":(\d{1,12})[,}]/.exec(sealed.body) : /,(\d{1,12})$/.exec(sealed.body))
  return found ? Number(found[1]) : undefined
}

function contentOf(text: string, sealed: { body: string; isJson: boolean }): Content | undefined {
  if (!sealed.isJson) return { n: numberOf(text) ?? 0 }
  try {
    const parsed = contentSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

async function checkProofs(head: SignedHead | null, keys: Record<string, string>, contents: readonly Numbered[], problem: (line: number, what: VerifyProblem['problem']) => void): Promise<void> {
  if (!head) {
    for (const { line, content } of contents) if (content.proof) problem(line, 'not_in_the_log')
    return
  }
  const publicKey = keys[head.keyId]
  if (publicKey === undefined || keyIdOf(publicKey) !== head.keyId) problem(1, 'key_unknown')
  else if (!(await isSignedBy(publicKey, headText(head), head.signature))) problem(1, 'head_signature_wrong')
  for (const { line, content } of contents) {
    if (!content.proof) {
      if (content.event) problem(line, 'not_in_the_log')
      continue
    }
    const { index, path } = content.proof
    const root = rootOfInclusion(leafHash(canonicalText(content.event)), index, head.size, path.map(fromHex))
    if (!root || toHex(root) !== head.root) problem(line, 'not_in_the_log')
  }
}

/** Every event of the account from its first, and the arithmetic beside them. */
function checkStatement(contents: readonly Numbered[], problem: (line: number, what: VerifyProblem['problem']) => void): void {
  let revision = 0
  let balanceTenths = 0
  for (const { line, content } of contents) {
    const { event, balance } = content
    if (!event || event.revision !== revision) problem(line, 'revision_missing')
    revision = (event?.revision ?? revision) + 1
    balanceTenths += movedTenths(event)
    if (balance !== undefined && balance !== decimalString(balanceTenths)) problem(line, 'balance_wrong')
  }
}

function movedTenths(event: Content['event']): number {
  if (!event) return 0
  const data: Record<string, unknown> = event.data
  const of = (field: string) => (typeof data[field] === 'number' ? data[field] : 0)
  switch (event.type) {
    case 'PointsAwarded':
    case 'PointsRefunded':
      return of('tenths')
    case 'PerkRedeemed':
      return -of('costTenths')
    case 'AwardVoided':
      return -of('tenths')
    case 'AccountClosed':
      return -of('forfeitedTenths')
    default:
      return 0
  }
}

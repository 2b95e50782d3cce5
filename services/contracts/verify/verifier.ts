/**
 * Verifies a statement or an export without trusting its sender: every byte, the order and number of lines, the
 * signature over all of it and, with proofs, that each event is in the signed log. Runs in Node and in browsers,
 * offline, and streams files of any length.
 */
import type { VerifyProblem, VerifyReport } from '../calls/proofs.ts'
import { canonicalText } from './canonical.ts'
import { openChainCheck, type ChainCheck } from './chain-check.ts'
import { closingOf, contentOf, isCsv, openingOf, type Content, type Opening } from './file-shapes.ts'
import { openLineReader } from './line-reader.ts'
import { leafHash, rootOfInclusion } from './merkle.ts'
import { splitSealed } from './sealed-line.ts'
import { openStatementCheck } from './statement-check.ts'
import { fromHex, toHex } from './sha256.ts'
import { fileText, headText, isSignedBy, keyIdOf } from './signatures.ts'

const PROBLEMS_SHOWN = 20

export type Verifier = {
  push(bytes: Uint8Array): void
  /** Nothing may be pushed afterwards. */
  end(): VerifyReport
}

/** `knownKey`: the id of the key that must have signed, if the reader knows it from elsewhere. */
export function openVerifier({ knownKey }: { knownKey?: string } = {}): Verifier {
  let lines = 0
  let events = 0
  let opening: Opening | undefined
  let prefix = ''
  let chain: ChainCheck | undefined
  let statement: ReturnType<typeof openStatementCheck> | undefined
  /** The pending line: it is checked only once another follows, because the last line is the closing one. */
  let held: { text: string | undefined } | undefined
  const problems: VerifyProblem[] = []
  /**
   * Contradictions between lines. In a touched file they only count at lines with another problem, since they may
   * follow from it.
   */
  const contradictions: VerifyProblem[] = []
  const problem = (line: number, what: VerifyProblem['problem']) => problems.push({ line, problem: what })

  const reader = openLineReader((text) => {
    lines += 1
    if (lines === 1) return open(text)
    if (!opening) return
    if (held) sealedLine(lines - 1, held.text)
    held = { text }
  })

  function open(text: string | undefined): void {
    opening = text === undefined ? undefined : openingOf(text)
    if (!opening || text === undefined) return void problem(1, 'not_a_hatik_file')
    prefix = isCsv(text) ? '# ' : ''
    chain = openChainCheck(prefix === '' ? 1 : 2)
    chain.next(text)
    if (opening.kind === 'statement') statement = openStatementCheck(opening.query)
  }

  function sealedLine(line: number, text: string | undefined): void {
    const intact = chain!.next(text)
    if (line === 2 && prefix !== '') return
    events += 1
    if (text === undefined || prefix !== '') return
    const content = contentOf(text)
    if (!content) {
      if (intact) note(line, 'unreadable_line')
      return
    }
    for (const what of [...proofProblems(opening!, content), ...(statement?.(content) ?? [])]) note(line, what)
  }

  /** Only the first ones are shown, and they arrive in line order. */
  function note(line: number, what: VerifyProblem['problem']): void {
    if (contradictions.length < PROBLEMS_SHOWN) contradictions.push({ line, problem: what })
  }

  function closed(): { hash: string | null; keyId: string | null } {
    const closing = held?.text === undefined ? undefined : closingOf(held.text, prefix)
    const damaged = held !== undefined && !closing && (held.text === undefined || !splitSealed(held.text))
    if (held && !closing && !damaged) sealedLine(lines, held.text)
    const { problems: touched, hash } = chain!.end()
    problems.push(...touched)
    if (damaged) problem(lines, 'line_changed')
    else if (!closing) problem(lines + 1, 'end_missing')
    if (!closing) return { hash: null, keyId: null }
    const publicKey = opening!.keys[closing.keyId]
    if (
      publicKey === undefined ||
      keyIdOf(publicKey) !== closing.keyId ||
      (knownKey !== undefined && knownKey !== closing.keyId)
    )
      problem(lines, 'key_unknown')
    else if (!isSignedBy(publicKey, fileText(closing.hash), closing.signature)) problem(lines, 'signature_wrong')
    const lastMissing =
      closing.hash !== hash &&
      !touched.some(({ problem: what }) => what === 'line_missing' || what === 'line_out_of_order')
    if (closing.lines !== events && (lastMissing || touched.length === 0)) problem(lines, 'line_missing')
    else if (closing.hash !== hash && touched.length === 0) problem(lines, 'line_changed')
    return { hash: closing.hash, keyId: closing.keyId }
  }

  return {
    push: reader.push,
    end() {
      const unfinished = reader.end()
      if (lines === 0) problem(1, 'not_a_hatik_file')
      if (unfinished && lines > 0) problem(lines + 1, 'end_missing')
      const close = opening ? closed() : { hash: null, keyId: null }
      if (opening?.head) checkHead(opening, (what) => problem(1, what))
      const touched = problems.length > 0
      const shown = withoutDoubles([
        ...problems,
        ...contradictions.filter(({ line }) => !touched || problems.some((one) => one.line === line)),
      ]).slice(0, PROBLEMS_SHOWN)
      return {
        ok: shown.length === 0,
        kind: opening?.kind ?? null,
        events,
        query: opening?.query ?? null,
        position: opening?.position ?? null,
        ...close,
        head: opening?.head ?? null,
        problems: shown,
      }
    },
  }
}

function withoutDoubles(problems: readonly VerifyProblem[]): VerifyProblem[] {
  const found = new Map(problems.map((one) => [`${one.line} ${one.problem}`, one]))
  return [...found.values()].sort((left, right) => left.line - right.line)
}

function checkHead({ head, keys }: Opening, problem: (what: VerifyProblem['problem']) => void): void {
  if (!head) return
  const publicKey = keys[head.keyId]
  if (publicKey === undefined || keyIdOf(publicKey) !== head.keyId) problem('key_unknown')
  else if (!isSignedBy(publicKey, headText(head), head.signature)) problem('head_signature_wrong')
}

function proofProblems({ head }: Opening, { event, proof }: Content): VerifyProblem['problem'][] {
  if (!head) return proof ? ['not_in_the_log'] : []
  if (!proof || !event) return proof || event ? ['not_in_the_log'] : []
  const root = rootOfInclusion(leafHash(canonicalText(event)), proof.index, head.size, proof.path.map(fromHex))
  return root && toHex(root) === head.root ? [] : ['not_in_the_log']
}

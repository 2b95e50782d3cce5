import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { leafHash } from '#contracts/verify/merkle.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { chainStart, closingLine, sealCsv, sealJson } from '#contracts/verify/sealed-line.ts'
import { fileText, headText } from '#contracts/verify/signatures.ts'
import { openVerifier } from '#contracts/verify/verifier.ts'
import { verifyFile } from '#contracts/verify/verify-file.ts'
import { sealedFile } from './sealed-file.ts'
import { openSigningKey } from './signing-key.ts'
import { inclusion, leavesOf, rootOf } from './testing/plain-merkle.ts'

/** For thousands of files. */
const SLOWLY_MS = 120_000
const folder = mkdtempSync(path.join(tmpdir(), 'hatik-key-'))
const key = openSigningKey({ seed: undefined, file: path.join(folder, 'key') })
afterAll(() => rmSync(folder, { recursive: true }))

/** Proofs are from a log with other events. */
function file(kind: 'statement/1' | 'export/1', size: number, format: 'jsonl' | 'csv' = 'jsonl'): string {
  const events = Array.from({ length: size }, (_none, revision) => ({
    id: randomBytes(8).toString('hex'),
    stream: 'account-11.101',
    revision,
    position: String(1_000 + revision * 17),
    type: revision % 3 === 2 ? 'PerkRedeemed' : 'PointsAwarded',
    data:
      revision % 3 === 2 ? { costTenths: 15, perkName: 'Սուրճ, "մեծ"' } : { tenths: 20 + revision, rule: 'floor-50/1' },
    metadata: { recordedAt: '2026-01-30T10:00:00.000Z', commandId: randomBytes(4).toString('hex') },
    storedAt: '2026-01-30T10:00:00.010Z',
  }))
  const leaves = [...leavesOf(9), ...events.map((event) => leafHash(canonicalText(event))), ...leavesOf(5)]
  const unsigned = {
    size: leaves.length,
    root: toHex(rootOf(leaves)),
    position: '99999',
    at: '2026-01-30T10:00:10.000Z',
  }
  const head = { ...unsigned, keyId: key.keyId, signature: key.sign(headText(unsigned)) }
  const opening = {
    hatik: kind,
    query: { business: 11, what: 'հատիկ' },
    position: '99999',
    head: format === 'csv' ? null : head,
    keys: {},
  }
  const sealed = sealedFile(opening, key, format)
  const lines = [sealed.opening()]
  if (format === 'csv') lines.push(sealed.headings(['position', 'type', 'reason']))
  let balanceTenths = 0
  events.forEach((event, index) => {
    balanceTenths += event.type === 'PerkRedeemed' ? -15 : 20 + index
    const balance = `${Math.trunc(balanceTenths / 10)}.${balanceTenths % 10}`
    if (format === 'csv') lines.push(sealed.csv([event.position, event.type, `a "reason", with\nall of it ${index}`]))
    else
      lines.push(
        sealed.json({
          event,
          ...(kind === 'statement/1' ? { balance } : {}),
          proof: { index: 9 + index, path: inclusion(9 + index, leaves).map(toHex) },
        }),
      )
  })
  return lines.join('') + sealed.closing()
}

const FILES = [file('statement/1', 12), file('export/1', 15), file('export/1', 14, 'csv'), file('statement/1', 1)]

describe('the verifier', () => {
  it(
    'accepts untouched files',
    async () => {
      for (let size = 1; size <= 40; size += 1) {
        for (const text of [file('statement/1', size), file('export/1', size), file('export/1', size, 'csv')]) {
          expect(await verifyFile(text)).toMatchObject({
            ok: true,
            problems: [],
            events: size,
            keyId: key.keyId,
            position: '99999',
          })
        }
      }
    },
    SLOWLY_MS,
  )

  it('accepts texts with any characters, including other line separators', async () => {
    const text = 'wrong\u2028amount\u2029\u0085\r\n\u0000\v\f\uD83C\uDF3E'
    for (const format of ['jsonl', 'csv'] as const) {
      const sealed = sealedFile(
        { hatik: 'export/1', query: { search: text }, position: '1', head: null, keys: {} },
        key,
        format,
      )
      const lines = [sealed.opening()]
      if (format === 'csv') lines.push(sealed.headings(['reason']), sealed.csv([text]))
      else lines.push(sealed.json({ movement: { reason: text } }))
      expect(await verifyFile(lines.join('') + sealed.closing())).toMatchObject({ ok: true, problems: [], events: 1 })
    }
  })

  it('recognises a CSV file with or without the byte order mark, which older files lack', async () => {
    const written = file('export/1', 3, 'csv')
    expect(written.slice(0, 4)).toBe('\uFEFF# {')
    expect((await verifyFile(written.slice(1))).ok).toBe(false)

    const opening = sealJson(
      chainStart(),
      { hatik: 'export/1', query: {}, position: '1', head: null, keys: { [key.keyId]: key.publicKey } },
      '# ',
    )
    const headings = sealCsv(opening.chain, 'reason,n')
    const only = sealCsv(headings.chain, 'Սխալ գումար,1')
    const closing = closingLine(
      { lines: 1, hash: only.chain.hash, keyId: key.keyId, signature: key.sign(fileText(only.chain.hash)) },
      '# ',
    )
    const older = [opening.line, headings.line, only.line, closing, ''].join('\n')
    expect(await verifyFile(older)).toMatchObject({ ok: true, problems: [], events: 1 })
    expect((await verifyFile(`\uFEFF${older}`)).ok).toBe(false)
  })

  it(
    'finds each of a thousand random changes, and names only the touched lines',
    async () => {
      let found = 0
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...FILES),
          fc.constantFrom('byte', 'insert', 'delete', 'drop', 'swap', 'double', 'cut'),
          fc.nat(),
          fc.nat(),
          async (text, how, a, b) => {
            const changed = change(text, how, a, b)
            if (changed === undefined) return
            const { ok, problems } = await verifyFile(changed.text)
            expect(ok).toBe(false)
            expect(changed.lines).toContain(problems[0]?.line)
            // A changed opening line's head and keys say nothing about later lines.
            if (!changed.lines.includes(1))
              expect(
                problems.filter(({ line, problem }) => !changed.lines.includes(line) && problem !== 'end_missing'),
              ).toEqual([])
            found += 1
          },
        ),
        { numRuns: 1_500, seed: 6 },
      )
      expect(found).toBeGreaterThanOrEqual(1_000)
    },
    SLOWLY_MS,
  )

  it(
    'finds each of a thousand random byte changes, including invalid UTF-8',
    async () => {
      let found = 0
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...FILES),
          fc.nat(),
          fc.integer({ min: 0, max: 255 }),
          async (text, where, byte) => {
            const bytes = new TextEncoder().encode(text)
            const at = where % bytes.length
            if (bytes[at] === byte) return
            const line = bytes.subarray(0, at).filter((each) => each === 10).length + 1
            const changed = bytes.with(at, byte)
            const { ok, problems } = await verifyFile(changed)
            expect([ok, problems[0]?.line]).toEqual([false, line])
            found += 1
          },
        ),
        { numRuns: 1_050, seed: 8 },
      )
      expect(found).toBeGreaterThanOrEqual(1_000)
      expect((await verifyFile(Uint8Array.of(0xef, 0xbb, 0xbf, ...new TextEncoder().encode(FILES[0])))).ok).toBe(false)
    },
    SLOWLY_MS,
  )

  it('accepts a file in chunks of any size', async () => {
    for (const size of [1, 7, 100, 1_000_000]) {
      for (const text of FILES) {
        const verifier = openVerifier()
        const bytes = new TextEncoder().encode(text)
        for (let at = 0; at < bytes.length; at += size) verifier.push(bytes.subarray(at, at + size))
        expect(verifier.end()).toEqual(await verifyFile(text))
      }
    }
  })

  it(
    'keeps no line of a long file in memory',
    async () => {
      const sealed = sealedFile({ hatik: 'export/1', query: {}, position: '1', head: null, keys: {} }, key, 'jsonl')
      const verifier = openVerifier()
      const push = (line: string) => verifier.push(new TextEncoder().encode(line))
      const [lines, letters] = [3_000, 8_000]
      push(sealed.opening())
      const before = usedBytes()
      for (let line = 0; line < lines; line += 1) push(sealed.json({ movement: { reason: 'x'.repeat(letters) } }))
      const kept = usedBytes() - before
      push(sealed.closing())
      expect(verifier.end()).toMatchObject({ ok: true, events: lines })
      expect(kept).toBeLessThan((lines * letters) / 3)
    },
    SLOWLY_MS,
  )

  it('names the line that was changed, removed or moved', async () => {
    const lines = FILES[0]!.split('\n')
    const changedBalance = lines
      .map((line, index) => (index === 4 ? line.replace(/"balance":"\d+/, '"balance":"999') : line))
      .join('\n')
    expect((await verifyFile(changedBalance)).problems[0]).toEqual({ line: 5, problem: 'line_changed' })
    const dropped = lines.toSpliced(4, 1).join('\n')
    expect((await verifyFile(dropped)).problems[0]).toEqual({ line: 5, problem: 'line_missing' })
    const swapped = lines.toSpliced(4, 2, lines[5]!, lines[4]!).join('\n')
    expect((await verifyFile(swapped)).problems[0]).toEqual({ line: 5, problem: 'line_out_of_order' })
    const lastGone = [...lines.slice(0, -3), ...lines.slice(-2)].join('\n')
    expect((await verifyFile(lastGone)).ok).toBe(false)
  })

  it('rejects a rewritten file: nothing is signed without the key, and another key is unknown', async () => {
    const other = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
    const forged = sealedFile({ hatik: 'export/1', query: {}, position: '1', head: null, keys: {} }, other, 'jsonl')
    const text = forged.opening() + forged.json({ movement: { points: '1000.0' } }) + forged.closing()
    expect((await verifyFile(text)).keyId).toBe(other.keyId)
    expect((await verifyFile(text, { knownKey: key.keyId })).problems).toEqual([{ line: 3, problem: 'key_unknown' }])
    const lying = sealedFile(
      { hatik: 'export/1', query: {}, position: '1', head: null, keys: {} },
      { ...other, keyId: key.keyId, publicKey: key.publicKey },
      'jsonl',
    )
    expect((await verifyFile(lying.opening() + lying.json({ movement: {} }) + lying.closing())).problems).toEqual([
      { line: 3, problem: 'signature_wrong' },
    ])
  })

  it('reports a file that is not from Hatik', async () => {
    for (const text of ['', '\n', 'hello\n', '{"hatik":"statement/2"}\n', '[]\n'])
      expect((await verifyFile(text)).problems[0]?.problem).toMatch(/not_a_hatik_file|end_missing/)
  })
})

/** After garbage collection. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

type How = 'byte' | 'insert' | 'delete' | 'drop' | 'swap' | 'double' | 'cut'

/** `lines`: where the change shows. */
function change(text: string, how: How, a: number, b: number): { text: string; lines: number[] } | undefined {
  const at = a % text.length
  const line = text.slice(0, at).split('\n').length
  const lines = text.split('\n').slice(0, -1)
  const joined = (changed: readonly string[], ...touched: number[]) => {
    const out = changed.map((each) => `${each}\n`).join('')
    return out === text ? undefined : { text: out, lines: touched }
  }
  const [i, j] = [a % lines.length, b % lines.length]
  const sign = String.fromCharCode(32 + (b % 95))
  switch (how) {
    case 'byte':
      return sign === text[at] ? undefined : { text: text.slice(0, at) + sign + text.slice(at + 1), lines: [line] }
    case 'insert':
      return { text: text.slice(0, at) + sign + text.slice(at), lines: [line] }
    case 'delete':
      return { text: text.slice(0, at) + text.slice(at + 1), lines: [line] }
    case 'drop':
      return joined(lines.toSpliced(i, 1), i + 1)
    case 'swap':
      return i === j
        ? undefined
        : joined(
            lines.map((each, index) => (index === i ? lines[j]! : index === j ? lines[i]! : each)),
            i + 1,
            j + 1,
          )
    case 'double':
      return joined(lines.toSpliced(i, 0, lines[j]!), i + 1, j + 1, j + 2)
    case 'cut':
      return { text: text.slice(0, at), lines: [line] }
  }
}

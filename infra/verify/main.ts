#!/usr/bin/env node
/**
 * `npm run verify -- FILE [--key KEY-ID]`: checks a statement or export without its server. Exit code 0: intact; 1: not
 * intact; 2: invalid arguments or unreadable file.
 */
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import type { VerifyReport } from '#contracts/calls/proofs.ts'
import { openVerifier } from '#contracts/verify/verifier.ts'

const USAGE =
  'npm run verify -- FILE [--key KEY-ID]\n\nKEY-ID: id of the expected signing key (64 hexadecimal digits), as published at /api/ledger/heads.'

function wantedFrom(args: string[]): { file: string; knownKey?: string } | undefined {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { key: { type: 'string' } } })
    const [file] = positionals
    const key = values.key?.toLowerCase()
    if (file === undefined || positionals.length > 1 || (key !== undefined && !/^[0-9a-f]{64}$/.test(key)))
      return undefined
    return key === undefined ? { file } : { file, knownKey: key }
  } catch {
    return undefined
  }
}

/** Escapes control characters, with which a forged file could hide the verdict on a terminal. */
const plain = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)

function show(file: string, report: VerifyReport): void {
  const kind = report.kind ?? 'not a Hatik file'
  console.log(`${plain(file)}: ${kind}, ${report.events} events, as of position ${report.position ?? 'none'}`)
  if (report.query) console.log(`query     ${plain(JSON.stringify(report.query))}`)
  if (report.hash) console.log(`hash      ${report.hash}`)
  if (report.keyId) console.log(`signed by ${report.keyId}`)
  if (report.head) console.log(`log head  ${report.head.root}, ${report.head.size} events, signed ${report.head.at}`)
  for (const { line, problem } of report.problems) console.log(`line ${line}: ${problem.replaceAll('_', ' ')}`)
  console.log(report.ok ? 'Intact.' : 'NOT intact.')
}

async function main(): Promise<0 | 1 | 2> {
  const wanted = wantedFrom(process.argv.slice(2))
  if (!wanted) {
    console.error(USAGE)
    return 2
  }
  const verifier = openVerifier(wanted)
  try {
    for await (const bytes of createReadStream(wanted.file)) verifier.push(bytes as Uint8Array)
  } catch (error) {
    console.error(`Cannot read ${wanted.file}: ${(error as Error).message}`)
    return 2
  }
  const report = verifier.end()
  show(wanted.file, report)
  return report.ok ? 0 : 1
}

process.exitCode = await main()

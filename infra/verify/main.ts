/** `npm run verify -- FILE [--key KEY-ID]`: checks a statement or an export, without the server that made it. Exit code 1: it is not intact. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { verifyFile } from '#contracts/verify/verify-file.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } })
const [file] = positionals
if (!file) {
  console.error('npm run verify -- FILE [--key KEY-ID]')
  process.exit(2)
}

const report = await verifyFile(await readFile(file, 'utf8'), values.key === undefined ? {} : { knownKey: values.key })
console.log(`${file}: ${report.kind ?? 'no file of Hatik'}, ${report.events} events, as of position ${report.position ?? 'none'}`)
if (report.query) console.log(`query     ${JSON.stringify(report.query)}`)
if (report.hash) console.log(`hash      ${report.hash}`)
if (report.keyId) console.log(`signed by ${report.keyId}`)
if (report.head) console.log(`log head  ${report.head.root}, ${report.head.size} events, signed ${report.head.at}`)
for (const { line, problem } of report.problems) console.log(`line ${line}: ${problem.replaceAll('_', ' ')}`)
console.log(report.ok ? 'Intact.' : 'NOT intact.')
process.exitCode = report.ok ? 0 : 1

/** Runs the product until Ctrl-C, TERM or the end of the parent process. */
import { announcement } from './announcement.ts'
import { readCommandLine } from './command-line.ts'
import { startProduct, type Product } from './product.ts'
import { createProgressLine } from './progress-line.ts'
import { readSettings } from './settings.ts'

const USAGE =
  'npm start\nnpm run dev\n\nSettings are environment variables, for example PORT=3001 npm start; infra/docs/operating.md lists them. With --dev (npm run dev), the API and the worker restart when their code changes, and vite serves the pages.'
const parentCheckMs = 500

const { values } = readCommandLine(USAGE, { dev: { type: 'boolean', default: false } }, 0)

let ending = false
let product: Product | undefined

const say = (line: string): void => console.log(line)

/** Ms within which a Ctrl-C may arrive twice, from terminal and npm. */
const sameSignalMs = 1000
let askedAt = 0

/** A second signal exits at once; the kernel then ends the children. */
async function end(why: string): Promise<void> {
  if (ending && Date.now() - askedAt > sameSignalMs) process.exit(1)
  if (ending) return
  ending = true
  askedAt = Date.now()
  say(`\n${why}, stopping …`)
  await product?.stop()
  if (product) process.exit(0)
}

// Registered first, for an early Ctrl-C.
process.on('SIGINT', () => void end('Interrupted'))
process.on('SIGTERM', () => void end('Received SIGTERM'))
process.on('SIGHUP', () => void end('The terminal was closed'))
// npm and the shell do not forward every signal, so the parent's end is checked.
const parent = process.ppid
if (parent > 1)
  setInterval(() => {
    if (process.ppid !== parent && !ending) void end('The parent process ended')
  }, parentCheckMs).unref()
if (process.connected)
  process.on('disconnect', () => {
    if (!ending) void end('The parent process ended')
  })
// A closed terminal or pipe must not prevent the orderly stop.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  const settings = readSettings(process.env, values.dev)
  const started = await startProduct(settings, {
    say,
    progress: createProgressLine(process.stdout),
    cancelled: () => ending,
  })
  product = started
  if (ending) {
    await started.stop()
    process.exit(0)
  }
  say(announcement(started, settings))
  process.send?.({ ready: started.url })
} catch (error) {
  if (!ending) console.error(`\n${(error as Error).message}\n`)
  process.exit(ending ? 0 : 1)
}

/** `npm start` and `npm run dev`: the whole product on this machine, until Ctrl-C, a TERM, or the end of the parent process. */
import { announcement } from './announcement.ts'
import { readCommandLine } from './command-line.ts'
import { startProduct, type Product } from './product.ts'
import { readSettings } from './settings.ts'

const USAGE =
  'npm start\nnpm run dev\n\nSettings are variables, as in PORT=3001 npm start: infra/docs/operating.md lists them. With --dev (npm run dev) the API and the worker restart when their code changes, and vite serves the pages.'
const parentCheckMs = 500

const { values } = readCommandLine(USAGE, { dev: { type: 'boolean', default: false } }, 0)

let ending = false
let product: Product | undefined

const say = (line: string): void => console.log(line)

/** A terminal and npm may both pass the same Ctrl-C on: only a later one is a second one. */
const sameSignalMs = 1000
let askedAt = 0

/** A second signal does not wait any longer: the kernel ends the children with us. */
async function end(why: string): Promise<void> {
  if (ending && Date.now() - askedAt > sameSignalMs) process.exit(1)
  if (ending) return
  ending = true
  askedAt = Date.now()
  say(`\n${why}, stopping …`)
  await product?.stop()
  if (product) process.exit(0)
}

// Before anything is started: an early Ctrl-C must find them.
process.on('SIGINT', () => void end('Interrupted'))
process.on('SIGTERM', () => void end('Asked to end'))
process.on('SIGHUP', () => void end('The terminal closed'))
// npm and the shell between do not pass every signal on; when they are gone, nobody could end us.
const parent = process.ppid
if (parent > 1)
  setInterval(() => {
    if (process.ppid !== parent && !ending) void end('Its parent ended')
  }, parentCheckMs).unref()
if (process.connected)
  process.on('disconnect', () => {
    if (!ending) void end('Its parent ended')
  })
// Output to a closed terminal or pipe must not stop the orderly end.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  const settings = readSettings(process.env, values.dev)
  const started = await startProduct(settings, { say, cancelled: () => ending })
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

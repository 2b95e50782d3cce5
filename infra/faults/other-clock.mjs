/**
 * For tests: a process whose clock is set to another time, and set again while it runs (performance.md 5.3, F31). Loaded by `node --import`, into every
 * thread; HATIK_TEST_CLOCK names a file that holds by how many ms the clock is ahead. Timers and performance.now go on as they do on a real machine.
 */
import { readFileSync } from 'node:fs'

const file = process.env['HATIK_TEST_CLOCK']
const RealDate = Date
let aheadMs = 0

function read() {
  aheadMs = Number(readFileSync(file, 'utf8'))
}

if (file) {
  read()
  setInterval(read, 20).unref()
  globalThis.Date = class Date extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + aheadMs)
      else super(...given)
    }

    static now() {
      return RealDate.now() + aheadMs
    }
  }
}

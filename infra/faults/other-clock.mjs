/**
 * Test preload (`node --import`) that sets a process's wall clock, also while it runs. HATIK_TEST_CLOCK names a file
 * with the ms ahead. Timers and performance.now are unaffected, as on a real machine.
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

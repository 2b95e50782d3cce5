/** Faults by correlation id: `break` ends the thread, `doze` blocks it for two seconds, `hang` forever. */
import { parentPort } from 'node:worker_threads'
import type { ToThread } from '../messages.ts'
import '../thread.ts'

parentPort?.on('message', (message: ToThread) => {
  if (!('calls' in message)) return
  for (const call of message.calls) {
    const asked = 'execute' in call ? call.execute[0].correlationId : ''
    if (asked === 'break') throw new Error('A reply that nobody waits for')
    if (asked === 'doze') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
    while (asked === 'hang');
  }
})

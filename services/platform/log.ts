import { pino, type Logger } from 'pino'

const STANDARD_OUTPUT = 1

/**
 * The log of a process, JSON lines on standard output. Written at once, not in the background: what is still in the background when a process ends
 * is written while it ends, and where nobody reads any more (its supervisor was killed), pino 10.4 tries that for ever.
 */
export function createLog({ level, base }: { level: string; base: Record<string, string> }): Logger {
  return pino({ level, base }, pino.destination({ dest: STANDARD_OUTPUT, sync: true }))
}

import path from 'node:path'

type Key = { holds: string; variable: string; fileVariable?: string; file: string }

/** What no backup holds: whoever finds one must be able neither to sign as the ledger nor to make sessions. */
const KEYS: readonly Key[] = [
  { holds: "the ledger's key", variable: 'LEDGER_KEY', fileVariable: 'LEDGER_KEY_FILE', file: 'ledger-key' },
  { holds: 'the session secret', variable: 'SESSION_SECRET', file: 'session-secret' },
  { holds: 'the key for notifications', variable: 'PUSH_KEY', fileVariable: 'PUSH_KEY_FILE', file: 'push-key' },
]

/** One line for each key: where it is, never what it is. */
export function keysApart(dataDir: string, env: NodeJS.ProcessEnv = process.env): string[] {
  return KEYS.map(({ holds, variable, fileVariable, file }) => {
    const named = fileVariable && env[fileVariable]
    const place = env[variable] ? `the variable ${variable}` : named || path.join(dataDir, file)
    return `  ${holds}: ${place}`
  })
}

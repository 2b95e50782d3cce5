/**
 * Collects errors that API and worker processes log during a test, whose output tests do not show; integration-setup.ts
 * prints them.
 */
const ERROR = 50
/** The first errors show the cause. */
const MOST = 10

type Written = {
  level?: number
  part?: string
  msg?: string
  err?: { message?: string; stack?: string }
  stoppedBy?: object
  reason?: string
}

let told: string[] = []

/** Ignores lines that are no logged errors. */
export function hearError(line: string): void {
  const { level = 0, part = '', msg = '', err, stoppedBy, reason } = parsed(line)
  if (level < ERROR || told.length === MOST) return
  told.push(
    [`${part}: ${msg}`, err?.stack ?? err?.message, stoppedBy && JSON.stringify(stoppedBy), reason]
      .filter(Boolean)
      .join('\n'),
  )
}

/** Returns errors since the last call. */
export function takeErrors(): string[] {
  const taken = told
  told = []
  return taken
}

function parsed(line: string): Written {
  try {
    return (JSON.parse(line) ?? {}) as Written
  } catch {
    return {}
  }
}

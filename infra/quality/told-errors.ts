/**
 * What the API and the worker of a test wrote as errors. They are processes of their own, whose log no test shows: whoever broke an answer would see
 * a field that is undefined, and not the reason that stands in the log (integration-setup.ts prints it with the test that failed).
 */
const ERROR = 50
/** Of a process that repeats itself the first ones say why. */
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

/** Keeps the line where it is an error. Anything else is passed over, also what is no line of the log. */
export function hearError(line: string): void {
  const { level = 0, part = '', msg = '', err, stoppedBy, reason } = parsed(line)
  if (level < ERROR || told.length === MOST) return
  told.push(
    [`${part}: ${msg}`, err?.stack ?? err?.message, stoppedBy && JSON.stringify(stoppedBy), reason]
      .filter(Boolean)
      .join('\n'),
  )
}

/** What was kept since the last call. */
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

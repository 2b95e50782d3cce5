/** Parses server-sent events as the standard says: fields, a blank line ends a message, a colon begins a comment. */
export interface ServerEvent {
  id: string | undefined
  event: string
  text: string
}

/** Hand it pieces as they come; `onEvent` runs for every whole message, `onRetry` with the milliseconds after which the server wants a lost connection back. */
export function createEventParser(
  onEvent: (event: ServerEvent) => void,
  onRetry: (waitMs: number) => void = () => undefined,
): (piece: string) => void {
  let rest = ''
  let id: string | undefined
  let event = 'message'
  let lines: string[] = []

  function take(line: string): void {
    if (line === '') {
      if (lines.length > 0) onEvent({ id, event, text: lines.join('\n') })
      id = undefined
      event = 'message'
      lines = []
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') lines.push(value)
    if (field === 'event') event = value
    if (field === 'id') id = value
    if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
  }

  return (piece) => {
    const all = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = all.pop() ?? ''
    for (const line of all) take(line)
  }
}

export type Reply = { status: number; head: string; body: string }

/**
 * The first response and its end; undefined while incomplete. Throws without a content-length, which our servers always
 * send.
 */
export function parseReply(text: string): { reply: Reply; end: number } | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = text.slice(0, headEnd)
  const length = headerOf(head, 'content-length')
  if (length === undefined) throw new Error(`A reply without a content-length: ${head.slice(0, 80)}`)
  const end = headEnd + 4 + Number(length)
  if (text.length < end) return undefined
  return { reply: { status: Number(head.slice(9, 12)), head, body: text.slice(headEnd + 4, end) }, end }
}

/** `name` in lower case, as Fastify and we send it. */
export function headerOf(head: string, name: string): string | undefined {
  const at = head.indexOf(`\r\n${name}: `)
  if (at < 0) return undefined
  const from = at + name.length + 4
  const to = head.indexOf('\r\n', from)
  return to < 0 ? head.slice(from) : head.slice(from, to)
}

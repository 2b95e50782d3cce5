import fp from 'fastify-plugin'
import { ApiError } from '../api-error.ts'

/** An escaped NUL, whose own backslash is not escaped itself. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/**
 * JSON as it comes in, and the one character that no text may have: PostgreSQL holds none with a NUL, and a text that is in the log and cannot be written
 * to the read models would be in the way of all behind it. It is refused before anybody looks at the call.
 */
export const readableText = fp(async (app) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // R201: a DELETE or a POST may say that it sends JSON and send nothing; many clients do.
    if (body === '') return done(null, undefined)
    if (hasEscapedNul(body as string)) return done(new ApiError('invalid_input'))
    return parse(request, body as string, done)
  })

  app.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/api/') && url.includes('%00')) throw new ApiError('invalid_input')
  })
})

// Most texts have none, and looking for a word is much cheaper than looking for a pattern.
const hasEscapedNul = (text: string): boolean => text.includes('\\u0000') && ESCAPED_NUL.test(text)

/** The same for a field of a form that is not JSON. Throws 400. */
export function refuseNul(text: string): string {
  if (text.includes('\0')) throw new ApiError('invalid_input')
  return text
}

import { isUtf8 } from 'node:buffer'
import { errorCodes } from 'fastify'
import fp from 'fastify-plugin'
import { ApiError } from '../http/api-error.ts'

/** Escapes that may stand for a NUL or for a lone surrogate. */
const SUSPECT = /\\u(?:0000|[dD][89a-fA-F])/

/** Far more than any body of ours has. Thousands of levels overflow the stack of recursive code such as `JSON.stringify`. */
const MOST_LEVELS = 100

/** No body of ours is large enough to be worth it. */
const COMPRESSED = { path: 'content-encoding', message: 'Unsupported Content-Encoding' }
const NOT_UTF8 = { path: '', message: 'Body is not valid UTF-8' }

/**
 * Parses JSON bodies, limits their depth, and refuses two kinds of text: with a NUL, or with a lone surrogate (an emoji that was cut in the middle).
 * PostgreSQL can hold neither, so such a text would get into the log or a row and block everything that reads it. It is refused before anything else
 * looks at the call. So are bytes that are no UTF-8, as a till sends that writes Armenian in an older character set: each of its letters would be
 * stored as the sign for a lost one, for good where it is stored in the log.
 */
export const readableText = fp(async (app) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // R201: a DELETE or a POST may say that it sends JSON and send nothing; many clients do.
    if (body.length === 0) return done(null, undefined)
    const isCompressed = request.headers['content-encoding'] !== undefined
    if (!isUtf8(body as Buffer))
      return done(new ApiError('invalid_input', { issues: [isCompressed ? COMPRESSED : NOT_UTF8] }))
    const json = body.toString()
    return parse(request, json, (error, parsed) => {
      if (error && isCompressed) return done(new ApiError('invalid_input', { issues: [COMPRESSED] }))
      if (!error && (isTooDeep(json, parsed) || (isSuspect(json) && !isReadable(parsed))))
        return done(new ApiError('invalid_input'))
      return done(error, parsed)
    })
  })

  // Fastify would take a plain text as it is, and a browser's fetch says 'text/plain' of JSON whose type nobody has given: the fields would all be missing.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('*', ({ headers, is404 }, _body, done) => {
    // R201, in other clients' way of saying nothing: `curl -d ''` calls it a form. Where nothing is, the body does not matter.
    if (is404 || headers['content-length'] === '0') return done(null, undefined)
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  })

  // After the guard, whose refusal comes first.
  app.addHook('preParsing', async ({ url }) => {
    if (url.startsWith('/api/') && url.includes('%00')) throw new ApiError('invalid_input')
  })
})

// Most texts have no escape, and searching for a substring is much cheaper than matching a pattern.
const isSuspect = (json: string): boolean => json.includes('\\u') && SUSPECT.test(json)

/** Checks every text in a value, including keys. Without recursion: the sender decides how deep a value is. */
function isReadable(value: unknown): boolean {
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && !isReadableText(next)) return false
    if (typeof next === 'object' && next !== null)
      for (const [key, inside] of Object.entries(next)) waiting.push(key, inside)
  }
  return true
}

/** Each level takes an opening and a closing bracket, so a short text needs no check. Without recursion, too. */
function isTooDeep(json: string, value: unknown): boolean {
  if (json.length < 2 * MOST_LEVELS) return false
  let level = [value]
  for (let levels = 0; level.length > 0; levels += 1) {
    if (levels > MOST_LEVELS) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

const isReadableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The same for a field of a form that is not JSON: there the parser has put the sign for a lost letter for whatever is no UTF-8. Throws 400. */
export function refuseUnreadable(text: string): string {
  if (!isReadableText(text) || text.includes('\ufffd')) throw new ApiError('invalid_input')
  return text
}

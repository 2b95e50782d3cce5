import { isUtf8 } from 'node:buffer'
import { errorCodes } from 'fastify'
import fp from 'fastify-plugin'
import { ApiError } from '../http/api-error.ts'

/** May escape a NUL or lone surrogate. */
const SUSPECT = /\\u(?:0000|[dD][89a-fA-F])/

/** Thousands of levels overflow the stack of recursive code such as `JSON.stringify`. */
const MOST_LEVELS = 100

/** Refused, since all bodies are small. */
const COMPRESSED = { path: 'content-encoding', message: 'Unsupported Content-Encoding' }
const NOT_UTF8 = { path: '', message: 'Body is not valid UTF-8' }

/**
 * Refuses NUL and lone surrogates, which PostgreSQL cannot hold and which would block readers of the log. Refuses bytes
 * that are not UTF-8, as Armenian in older character sets: replacement characters would stay for good.
 */
export const readableText = fp(async (app) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // R201: many clients declare JSON and send no body.
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

  // A browser's fetch sends untyped JSON as 'text/plain'; all fields would seem missing.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('*', ({ headers, is404 }, _body, done) => {
    // R201: `curl -d ''` declares an empty body as a form.
    if (is404 || headers['content-length'] === '0') return done(null, undefined)
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  })

  // After the guard, whose refusal comes first.
  app.addHook('preParsing', async ({ url }) => {
    if (url.startsWith('/api/') && url.includes('%00')) throw new ApiError('invalid_input')
  })
})

// `includes` is much cheaper than the pattern alone.
const isSuspect = (json: string): boolean => json.includes('\\u') && SUSPECT.test(json)

/** Without recursion, because the sender decides the depth. */
function isReadable(value: unknown): boolean {
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && !isReadableText(next)) return false
    if (typeof next === 'object' && next !== null)
      for (const [key, inside] of Object.entries(next)) waiting.push(key, inside)
  }
  return true
}

/** Each level takes two brackets. Without recursion, too. */
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

/** For multipart fields, whose parser replaces invalid UTF-8 by U+FFFD. Throws 400. */
export function refuseUnreadable(text: string): string {
  if (!isReadableText(text) || text.includes('\ufffd')) throw new ApiError('invalid_input')
  return text
}

/**
 * The only client of the server. It guarantees:
 * - a write carries one idempotency key per user action, the same on every attempt, so that retries are safe;
 * - a write is retried once, after a second, without a response or after a server error, but never after a refusal
 *   (C18);
 * - a read after a write sends the write's position, so that its response contains the write (R70, R90).
 */
import { ApiError, apiErrorFrom } from './api-error.ts'
import { CONSISTENCY_STALE, CONSISTENCY_TOKEN, IDEMPOTENCY_KEY, NEXT_CURSOR } from './headers.ts'
import type { Reply } from './reply.ts'

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Write<Value> {
  method: WriteMethod
  path: string
  /** Sent as JSON; a FormData (with files) as multipart. */
  body?: unknown
  key: string
  headers?: Record<string, string>
  reply: Reply<Value>
  timeoutMs?: number
}

export interface Api {
  /** The request does not wait for a reply that is still loading. */
  read<Value>(path: string, reply: Reply<Value> | Promise<Reply<Value>>): Promise<Value>
  readPage<Value>(path: string, reply: Reply<Value>): Promise<{ value: Value; next: string | undefined }>
  write<Value>(write: Write<Value>): Promise<Value>
  /** Streams the response without a timeout; the signal ends it. */
  stream(path: string, signal: AbortSignal, headers?: Record<string, string>): Promise<Response>
  /** Called for every refusal (401, 403). */
  onRefused(listener: (error: ApiError, askedAtMs: number) => void): void
  /** Makes the next reads include a position from live updates. False if it was known already. */
  notePosition(token: string): boolean
  forgetPosition(): void
}

export interface ApiOptions {
  /** Same origin by default. */
  origin?: string
  retryAfterMs?: number
  /** Then an attempt without a response is a network error. */
  timeoutMs?: number
}

export function createApi({ origin = '', retryAfterMs = 1_000, timeoutMs = 15_000 }: ApiOptions = {}): Api {
  let position: string | undefined
  const listeners: ((error: ApiError, askedAtMs: number) => void)[] = []

  async function call(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | FormData,
    waitMs = timeoutMs,
    signal = AbortSignal.timeout(waitMs),
  ): Promise<Response> {
    let response: Response
    const askedAtMs = performance.now()
    try {
      response = await fetch(origin + path, {
        method,
        credentials: 'include',
        headers: { accept: 'application/json', ...headers },
        signal,
        ...(body !== undefined && { body }),
      })
    } catch (cause) {
      throw new ApiError(0, 'network', cause instanceof Error ? cause.message : String(cause))
    }
    if (response.ok) return response
    const error = await apiErrorFrom(
      response.status,
      response.statusText,
      await response.text().catch(() => ''),
      response.headers,
    )
    if (response.status === 401 || response.status === 403) for (const listener of listeners) listener(error, askedAtMs)
    throw error
  }

  async function get(path: string): Promise<Response> {
    const headers = position === undefined ? undefined : { [CONSISTENCY_TOKEN]: position }
    const response = await call('GET', path, headers ?? {})
    if (!headers || response.headers.get(CONSISTENCY_STALE) !== 'true') return response
    // The server timed out waiting for our own write. Retry once, then accept its response.
    await wait(retryAfterMs)
    return call('GET', path, headers)
  }

  return {
    async read(path, reply) {
      const [answer, schema] = await Promise.all([get(path), reply])
      return parse(answer, schema)
    },

    async readPage(path, reply) {
      const response = await get(path)
      return { value: await parse(response, reply), next: response.headers.get(NEXT_CURSOR) ?? undefined }
    },

    async write<Value>({ method, path, body, key, headers: more, reply, timeoutMs: waitMs }: Write<Value>) {
      const isForm = body instanceof FormData
      const headers = {
        ...more,
        [IDEMPOTENCY_KEY]: key,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      }
      const sent = body === undefined || isForm ? body : JSON.stringify(body)
      const attempt = async (): Promise<Value> => {
        const response = await call(method, path, headers, sent, waitMs)
        const token = response.headers.get(CONSISTENCY_TOKEN)
        if (token !== null) position = later(position, token)
        return parse(response, reply)
      }
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof ApiError) || !error.outcomeUnknown) throw error
        await wait(retryAfterMs)
        return await attempt()
      }
    },

    stream: (path, signal, headers = {}) => call('GET', path, headers, undefined, undefined, signal),

    onRefused(listener) {
      listeners.push(listener)
    },

    notePosition(token) {
      const before = position
      position = later(position, token)
      return position !== before
    },

    forgetPosition() {
      position = undefined
    },
  }
}

export const api = createApi()

async function parse<Value>(response: Response, reply: Reply<Value>): Promise<Value> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    throw new ApiError(0, 'network', cause instanceof Error ? cause.message : String(cause))
  }
  let json: unknown
  try {
    json = text === '' ? undefined : JSON.parse(text)
  } catch {
    json = undefined
  }
  const parsed = reply.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ApiError(response.status, 'unreadable', `${response.status}: ${parsed.error.message}`)
}

/** BigInt: positions have up to 19 digits. */
function later(known: string | undefined, token: string): string | undefined {
  if (!/^\d{1,19}$/.test(token)) return known
  return known === undefined || BigInt(token) > BigInt(known) ? token : known
}

const wait = (waitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, waitMs))

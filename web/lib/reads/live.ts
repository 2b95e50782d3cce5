/**
 * What moves at the reader's own accounts, as it happens (GET /api/live). The stream is read by hand and not by the
 * browser's EventSource: only so can a silent connection be told from a dead one, and a refusal from a bad moment.
 * Where the stream cannot be had, nothing is lost: the lists are read anew as soon as it is there again. A page that nobody
 * looks at lets go of it until somebody does.
 */
import { createParser } from 'eventsource-parser'
import { useEffect, useRef } from 'react'
import {
  LIVE_HEARTBEAT_MS,
  LIVE_MOVED,
  LIVE_PATH,
  LIVE_READY,
  liveMovedSchema,
  liveReadySchema,
  type LiveMoved,
} from '#contracts/calls/live.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'

const SILENCE_MS = LIVE_HEARTBEAT_MS * 2.5
/** Until the server has said otherwise: it tells every connection another time, so that after its restart they do not all come back at once. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Over HTTP/1.1 a browser opens six connections to one address for all its pages together: the seventh page with a stream would get none. */
const UNSEEN_MS = 10_000

export interface LiveEvents {
  /** Something moved that the page has not read yet. */
  onMoved: (moved: LiveMoved) => void
  /** Connected after a break, or after an attempt that failed: what is on the screen may be old. */
  onBack: () => void
}

/** Listens until the returned function is called. Never throws and never rejects. */
export function listenLive({ onMoved, onBack }: LiveEvents): () => void {
  const ended = new AbortController()
  const unseen = whileUnseen()
  let seen: string | undefined
  let firstWaitMs = FIRST_WAIT_MS
  let wake: (() => void) | undefined

  async function listen(): Promise<void> {
    for (let failures = 0, missed = false; !ended.signal.aborted;) {
      const outcome = await oneConnection(AbortSignal.any([ended.signal, unseen.signal()]), seen, {
        onPosition: (position) => (seen = position),
        onRetry: (waitMs) => (firstWaitMs = waitMs),
        onReady: () => {
          failures = 0
          if (missed) onBack()
        },
        onMoved,
      })
      if (outcome === 'refused') return
      failures += 1
      // Also where there has been no connection yet: the page has read its lists meanwhile, and nobody told it what moved since.
      missed = true
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, Math.min(firstWaitMs * 2 ** (failures - 1), LONGEST_WAIT_MS))
      })
      await unseen.over()
    }
  }

  // Whoever comes back to the page, or back from a tunnel, does not wait for the next attempt.
  const hurry = (): void => {
    if (document.visibilityState === 'visible') wake?.()
  }
  document.addEventListener('visibilitychange', hurry)
  window.addEventListener('online', hurry)
  void listen()
  return () => {
    ended.abort()
    unseen.end()
    document.removeEventListener('visibilitychange', hurry)
    window.removeEventListener('online', hurry)
  }
}

/** `signal()` is aborted once the page has been hidden for a while; from then on `over()` resolves when somebody looks at it again, before that at once. */
function whileUnseen(): { signal: () => AbortSignal; over: () => Promise<void>; end: () => void } {
  let hidden = new AbortController()
  let looked = Promise.withResolvers<void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') {
      timer = setTimeout(() => hidden.abort(), UNSEEN_MS)
    } else if (hidden.signal.aborted) {
      hidden = new AbortController()
      looked.resolve()
      looked = Promise.withResolvers()
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return {
    signal: () => hidden.signal,
    over: () => (hidden.signal.aborted ? looked.promise : Promise.resolve()),
    end: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

interface ConnectionEvents {
  onPosition: (position: string) => void
  onRetry: (waitMs: number) => void
  onReady: () => void
  onMoved: (moved: LiveMoved) => void
}

/**
 * 'refused': the answer will be the same the next time. Whoever keeps a user hears why, although the page asked for nothing (H18, H29). What something
 * before the server says, a proxy while the server starts or a network's own sign-in page, lasts no longer than that; nor does a 401 where the session
 * goes on (decision 34), and where it does not, nobody listens any more.
 */
async function oneConnection(
  ended: AbortSignal,
  seen: string | undefined,
  events: ConnectionEvents,
): Promise<'refused' | 'ended'> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  try {
    const headers = { accept: 'text/event-stream', ...(seen !== undefined && { 'last-event-id': seen }) }
    const response = await api.stream(LIVE_PATH, AbortSignal.any([ended, silent.signal]), headers)
    if (!response.body) return 'ended'
    const parser = createParser({
      onId: events.onPosition,
      onRetry: events.onRetry,
      onEvent({ event, data }) {
        if (event === LIVE_READY && liveReadySchema.safeParse(json(data)).success) events.onReady()
        const moved = event === LIVE_MOVED ? liveMovedSchema.safeParse(json(data)) : undefined
        if (moved?.success) events.onMoved(moved.data)
      },
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'ended'
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENCE_MS)
      parser.feed(value)
    }
  } catch (error) {
    return error instanceof ApiError && !error.foreign && [403, 404].includes(error.status) ? 'refused' : 'ended'
  } finally {
    clearTimeout(timer)
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * While a screen is open: `refresh` is called when something moved that this page did not do itself, with what moved, and without
 * anything after a break of the connection. The next reads contain it (R70).
 */
export function useLive(refresh: (moved: LiveMoved | undefined) => void): void {
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(
    () =>
      listenLive({
        // What this page wrote itself it has read anew already.
        onMoved: (moved) => api.notePosition(moved.position) && latest.current(moved),
        onBack: () => latest.current(undefined),
      }),
    [],
  )
}

/**
 * Live updates of the user's accounts (GET /api/live). Not EventSource, which cannot tell a silent connection from a
 * dead one, nor a refusal from a brief failure. A lost stream loses nothing: reconnecting refreshes the lists.
 */
import { createParser } from 'eventsource-parser'
import { useEffect, useEffectEvent } from 'react'
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
/**
 * Until the server sets another: each connection gets its own, so that pages do not all return at once after a
 * restart.
 */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Over HTTP/1.1 a browser opens six connections per origin for all its pages, so a seventh stream would get none. */
const UNSEEN_MS = 10_000

export interface LiveEvents {
  /** Not yet read by this page. */
  onMoved: (moved: LiveMoved) => void
  /** Connected after a break or a failed attempt, so the screen may be stale. */
  onBack: () => void
  /** A connection has ended, maybe because its session has. */
  onEnd?: () => void
}

/** Never throws or rejects. */
export function listenLive({ onMoved, onBack, onEnd }: LiveEvents): () => void {
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
      if (!ended.signal.aborted) onEnd?.()
      if (outcome === 'refused') return
      failures += 1
      // Also before the first connection: the page has read its lists, and missed later movements.
      missed = true
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, Math.min(firstWaitMs * 2 ** (failures - 1), LONGEST_WAIT_MS))
      })
      await unseen.over()
    }
  }

  // Retries at once when the page becomes visible or the network returns.
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

/**
 * `signal()` aborts once the page has been hidden for a while; `over()` then resolves when it becomes visible, and
 * before that at once.
 */
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
 * 'refused': a 403 or 404 of our own server, which a retry would repeat; the refusal listeners get it (H18, H29).
 * Foreign responses (starting proxy, captive portal) are temporary, and so is a 401 while the session continues
 * (decision 34).
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
 * Calls `refresh` with each movement that this page did not make, or undefined after a break. The next reads contain
 * it (R70). `ended`: after the end of each connection.
 */
export function useLive(refresh: (moved: LiveMoved | undefined) => void, ended?: () => unknown): void {
  const refreshShown = useEffectEvent(refresh)
  const onEnd = useEffectEvent(() => ended?.())
  useEffect(
    () =>
      listenLive({
        onMoved: (moved) => api.notePosition(moved.position) && refreshShown(moved),
        onBack: () => refreshShown(undefined),
        onEnd: () => onEnd(),
      }),
    [],
  )
}

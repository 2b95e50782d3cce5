import { useEffect } from 'react'
import type { TillReply } from '#contracts/rights/till-calls.ts'
import { onActed } from '#web/lib/calls/acted.ts'
import { endActs, lock, noteAct, untilIdleMs } from '#web/lib/session/till-state.ts'

/** The result of the last act stays readable for so long. */
const RESULT_SHOWN_MS = 3_000
const TOUCHES = ['pointerdown', 'keydown'] as const

/**
 * Locks an unlocked till after its idle time, or after each act. Waiting awards lock nothing, because without a network
 * nobody could unlock it.
 */
export function useLocking(reply: TillReply, isUnlocked: boolean): void {
  useEffect(() => {
    if (!isUnlocked) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      clearTimeout(timer)
      const leftMs = untilIdleMs(reply)
      if (leftMs <= 0) lock()
      else timer = setTimeout(look, leftMs)
    }
    // A touch after the idle time does not prolong it: a hidden page's timers are late.
    const touched = (): void => {
      look()
      if (untilIdleMs(reply) > 0) noteAct()
    }
    look()
    for (const touch of TOUCHES) document.addEventListener(touch, touched, true)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      for (const touch of TOUCHES) document.removeEventListener(touch, touched, true)
      document.removeEventListener('visibilitychange', look)
    }
  }, [reply, isUnlocked])

  const locksAfterEachAct = isUnlocked && reply.till.locksAfterSeconds === 0
  useEffect(() => {
    if (!locksAfterEachAct) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onActed(() => {
      endActs()
      timer ??= setTimeout(lock, RESULT_SHOWN_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [locksAfterEachAct])
}

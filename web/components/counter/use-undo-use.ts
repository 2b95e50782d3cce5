import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerifyReply } from '#contracts/calls/business.ts'
import { REOPEN_UNASKED_MS } from '#contracts/calls/counter.ts'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { reopenRedemption } from '#web/lib/calls/counter.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { rememberAct } from '#web/lib/session/last-act.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** A use of a code. */
export interface Verified {
  code: string
  reply: Omit<VerifyReply, 'message'>
  atMs: number
}

export interface UndoUse {
  /** Undoes at once within ten minutes of the use, and asks for a reason later (decision 44). */
  begin: (verified: Verified) => void
  run: (verified: Verified, reason: string) => Promise<void>
  running: boolean
  /** The use whose reason is asked for. */
  asking: Verified | undefined
  stay: () => void
}

export function useUndoUse(businessId: number, onDone: (verified: Verified) => void): UndoUse {
  const { t } = useTranslation()
  const words = useErrorWords()
  const [asking, setAsking] = useState<Verified>()
  const action = useAction((input: { redemptionId: string; reason: string }, key: string) =>
    reopenRedemption(businessId, input, key),
  )

  async function run(verified: Verified, reason: string): Promise<void> {
    const { code, reply } = verified
    try {
      await action.run({ redemptionId: reply.redemptionId, reason })
      const done = t('verify.undone', { perk: reply.perk.name })
      rememberAct(`${done} · ${spacedCode(code)}`)
      toast.success(done, { description: t('verify.undoneText', { code: spacedCode(code) }) })
      playSound('success')
      setAsking(undefined)
      onDone(verified)
    } catch (error) {
      playSound('error')
      const { title, description } = words.forAct(t('verify.undoFailed'), error)
      toast.error(title, { description, durationMs: LONG_TOAST_MS })
    }
  }

  return {
    begin: (verified) =>
      Date.now() - verified.atMs < REOPEN_UNASKED_MS ? void run(verified, t('verify.undoReason')) : setAsking(verified),
    run,
    running: action.running,
    asking,
    stay: () => setAsking(undefined),
  }
}

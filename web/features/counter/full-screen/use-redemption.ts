import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCodeUse } from '#web/components/counter/use-code-use.ts'
import { useUndoUse, type UndoUse } from '#web/components/counter/use-undo-use.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { previewRedemption, usesPath } from '#web/lib/calls/counter.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { rememberAct } from '#web/lib/session/last-act.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { Cards } from './use-cards.ts'

export interface Redemption {
  /** Asks what a code is for, and uses nothing, unless an earlier use got no reply. */
  look: (code: string) => void
  use: (code: string) => void
  undo: UndoUse
  /** The redemption whose use was undone last. */
  undoneId: string | undefined
}

export function useRedemption(businessId: number, cards: Cards): Redemption {
  const { t } = useTranslation()
  const words = useErrorWords()
  const codeUse = useCodeUse(businessId)
  const refresh = useRefresh()
  const [undoneId, setUndoneId] = useState<string>()
  const undo = useUndoUse(businessId, ({ reply }) => {
    setUndoneId(reply.redemptionId)
    void refresh([usesPath(businessId)])
  })

  async function look(code: string): Promise<void> {
    if (codeUse.isOpen(code)) return use(code)
    const shown = cards.show({ kind: 'looking', code })
    try {
      const reply = await previewRedemption(businessId, code)
      if (reply.state === 'pending') return cards.replace(shown, { kind: 'asks', code, reply })
      fail(shown, code, t(`dashboardErrors.redemption_${reply.state}`))
    } catch (error) {
      fail(shown, code, words.forError(error))
    }
  }

  function fail(shown: number, code: string, why: string): void {
    playSound('error')
    cards.replace(shown, { kind: 'ready', problem: `${spacedCode(code)} · ${why}` })
  }

  async function use(code: string): Promise<void> {
    const shown = cards.show({ kind: 'using', code })
    try {
      const reply = await codeUse.run(code)
      rememberAct(`${t('verify.give', { perk: reply.perk.name })} · ${spacedCode(code)}`)
      setUndoneId(undefined)
      cards.replace(shown, { kind: 'given', verified: { code, reply, atMs: Date.now() } })
      playSound('perkRedemption')
      void refresh([usesPath(businessId)])
    } catch (error) {
      // The code may be spent, so reporting a failure would send its buyer away.
      const isUnknown = error instanceof ApiError && error.outcomeUnknown
      fail(shown, code, isUnknown ? t('verify.unknownText', { code: spacedCode(code) }) : words.forError(error))
    }
  }

  return { look: (code) => void look(code), use: (code) => void use(code), undo, undoneId }
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buyerCodeSchema, isRedemptionCode, normaliseCode } from '#contracts/units/codes.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { verifyBuyer } from '#web/lib/calls/business.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { hasArmenian } from '#web/lib/device/latin-keys.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface VerifyBuyerOptions {
  /** Called at once with a well-formed code, because the cashier goes on without waiting, or offline. */
  onCode: (code: string) => void
  /** The field's code; a reply about another one is ignored. */
  held: () => string
}

export interface VerifyBuyer {
  /** False for anything but a buyer's code, which is reported (H14). */
  ask: (typed: string) => boolean
  /** The code awaiting its reply. */
  asked: string | undefined
  /** The last unknown code. */
  nobodys: string | undefined
}

/** Looks up a code's owner (R91); reports failures (R214). */
export function useVerifyBuyer({ onCode, held }: VerifyBuyerOptions): VerifyBuyer {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const [asked, setAsked] = useState<string>()
  const [nobodys, setNobodys] = useState<string>()

  function ask(typed: string): boolean {
    const code = normaliseCode(typed)
    if (!buyerCodeSchema.safeParse(code).success) {
      toast.error(
        t(
          isRedemptionCode(code)
            ? 'award.thatIsPerkCode'
            : code === ''
              ? 'award.codeFirst'
              : hasArmenian(code)
                ? 'fields.latinCode'
                : 'fields.buyerCode',
        ),
      )
      return false
    }
    onCode(code)
    void find(code)
    return true
  }

  async function find(code: string): Promise<void> {
    const isBlocked = (): boolean => normaliseCode(held()) === code
    setNobodys(undefined)
    setAsked(code)
    try {
      const { buyerId } = await verifyBuyer(code)
      if (!isBlocked()) return
      toast.success(t('award.buyerFound', { code: spacedCode(buyerId) }))
      playSound('success')
    } catch (error) {
      if (!isBlocked()) return
      playSound('error')
      if (error instanceof ApiError && error.code === 'network')
        return toast.error(t('award.verifyFailed'), { description: t('award.codeKept') })
      // The field shows this error.
      if (error instanceof ApiError && error.code === 'buyer_not_found') return setNobodys(code)
      toast.error(forError(error))
    } finally {
      setAsked((now) => (now === code ? undefined : now))
    }
  }

  return { ask, asked, nobodys }
}

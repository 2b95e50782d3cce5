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
  /** Gets a code of the right form at once: the cashier goes on without waiting for the answer, also where none can come. */
  onCode: (code: string) => void
  /** What the field holds now. An answer about another code says nothing any more. */
  held: () => string
}

export interface VerifyBuyer {
  /** False where this is no buyer's code, which is said (H14). */
  ask: (typed: string) => boolean
  /** The code whose answer is not there yet. */
  asked: string | undefined
  /** The code that was last found to be nobody's. */
  nobodys: string | undefined
}

/** Asks whose code this is (R91): found, it says so; otherwise it says why (R214). */
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
    const isHeld = (): boolean => normaliseCode(held()) === code
    setNobodys(undefined)
    setAsked(code)
    try {
      const { buyerId } = await verifyBuyer(code)
      if (!isHeld()) return
      toast.success(t('award.buyerFound', { code: spacedCode(buyerId) }))
      playSound('success')
    } catch (error) {
      if (!isHeld()) return
      playSound('error')
      if (error instanceof ApiError && error.code === 'network')
        return toast.error(t('award.verifyFailed'), { description: t('award.codeKept') })
      // Said beside the field.
      if (error instanceof ApiError && error.code === 'buyer_not_found') return setNobodys(code)
      toast.error(forError(error))
    } finally {
      setAsked((now) => (now === code ? undefined : now))
    }
  }

  return { ask, asked, nobodys }
}

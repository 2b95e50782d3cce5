import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buyerCodeSchema, isRedemptionCode, normaliseCode } from '#contracts/codes.ts'
import { toast } from '#web/components/toast.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { verifyBuyer } from '#web/lib/business.ts'
import { spacedCode } from '#web/lib/format.ts'
import { playSound } from '#web/lib/sounds.ts'
import { useErrorWords } from '#web/lib/use-words.ts'

/** Asks whose code this is (R91): found, it says so and hands the code on; otherwise it says why (R214, H14). */
export function useVerifyBuyer({ onFound }: { onFound: (code: string) => void }): { run: (typed: string) => Promise<void>; running: boolean } {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const [running, setRunning] = useState(false)

  async function run(typed: string): Promise<void> {
    const code = normaliseCode(typed)
    if (isRedemptionCode(code)) return toast.error(t('award.thatIsPerkCode'))
    if (!buyerCodeSchema.safeParse(code).success) return toast.error(t(code === '' ? 'award.codeFirst' : 'fields.buyerCode'))
    setRunning(true)
    try {
      const { buyerId } = await verifyBuyer(code)
      toast.success(t('award.buyerFound', { code: spacedCode(buyerId) }))
      playSound('success')
      onFound(buyerId)
    } catch (error) {
      playSound('error')
      toast.error(error instanceof ApiError && error.code === 'network' ? t('award.verifyFailed') : forError(error))
    } finally {
      setRunning(false)
    }
  }

  return { run, running }
}

import { useMemo } from 'react'
import type { VerifyReply } from '#contracts/calls/business.ts'
import { verifyRedemption } from '#web/lib/calls/business.ts'
import { keptKeys } from '#web/lib/device/open-keys.ts'
import { useAction } from '#web/lib/forms/use-action.ts'

export interface CodeUse {
  /** Uses a redemption code. Rejects with ApiError. */
  run: (code: string) => Promise<VerifyReply>
  /** A use without a reply is repeated under its key: a preview would call that code used. */
  isOpen: (code: string) => boolean
}

/** The use of redemption codes at this browser's counters, which share the keys of uses without a reply. */
export function useCodeUse(businessId: number): CodeUse {
  const everyInput = useMemo(() => keptKeys(`hatik.verifying.${businessId}`), [businessId])
  const { run } = useAction((code: string, key: string) => verifyRedemption(businessId, code, key), { everyInput })
  return { run, isOpen: (code) => everyInput.get(JSON.stringify(code)) !== undefined }
}

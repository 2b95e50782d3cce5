import { DoorOpen } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#web/components/notice.tsx'
import type { ApiErrorCode } from '#web/lib/api-error.ts'
import { fetchCode } from '#web/lib/fetch-code.ts'
import { withWords } from '#web/lib/lazy-page.ts'

/** Why somebody is signed in no more, and what becomes of the awards that wait on this device: a cashier whose session ends is afraid for them. */
export function Farewell({ code }: { code: ApiErrorCode }): ReactNode {
  const { t } = useTranslation()
  const [left, setLeft] = useState(0)

  useEffect(() => {
    void countLeft().then(setLeft, () => undefined)
  }, [])

  return (
    <Notice icon={<DoorOpen className="size-5" />} title={t(`errors.${code as 'not_signed_in'}`)}>
      {left > 0 && t('waiting.leftHere', { count: left })}
    </Notice>
  )
}

/** Of whichever business. The words come only where there is something to say. */
async function countLeft(): Promise<number> {
  const { pageStore } = await fetchCode(() => import('#web/lib/waiting-store.ts'))
  const { length } = (await pageStore.all()).filter(({ refusal }) => refusal === null)
  return length === 0 ? 0 : withWords(async () => length, ['rest'])
}

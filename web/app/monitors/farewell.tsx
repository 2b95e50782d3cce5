import { DoorOpen } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#web/components/feedback/notice.tsx'
import type { ApiErrorCode } from '#web/lib/api/api-error.ts'
import { fetchCode } from '#web/lib/api/fetch-code.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'

/** Why the session ended, and what happens to waiting awards, which a cashier would worry about. */
export function Farewell({ code }: { code: ApiErrorCode }): ReactNode {
  const { t } = useTranslation()
  const [Left, setLeft] = useState<Awaited<ReturnType<typeof fetchLeft>>['default']>()

  useEffect(() => {
    // Without the code, the notice shows the reason only.
    void fetchCode(fetchLeft).then(
      (fetched) => setLeft(() => fetched.default),
      () => undefined,
    )
  }, [])

  return (
    <Notice icon={<DoorOpen className="size-5" />} title={t(`errors.${code as 'not_signed_in'}`)}>
      {Left && <Left />}
    </Notice>
  )
}

const fetchLeft = () => withWords(() => import('./awards-left-here.tsx'), ['rest'])

import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Clock } from 'lucide-react'
import { Notice } from '#web/components/feedback/notice.tsx'
import { pageStore } from '#web/lib/outbox/waiting-store.ts'

/** Awards that this browser could not send yet; nothing if there are none. */
export function LeftAwards(): ReactNode {
  const { t } = useTranslation()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    void pageStore.all().then((awards) => setLeft(awards.filter(({ refusal }) => refusal === null).length))
  }, [])
  return left > 0 && <Notice icon={<Clock className="size-5" />} title={t('waiting.leftHere', { count: left })} />
}

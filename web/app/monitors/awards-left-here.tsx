import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageStore } from '#web/lib/outbox/waiting-store.ts'

/** Of any business, because the user is signed out already. */
export default function AwardsLeftHere(): ReactNode {
  const { t } = useTranslation()
  const [left, setLeft] = useState(0)

  useEffect(() => {
    void pageStore.all().then((awards) => setLeft(awards.filter(({ refusal }) => refusal === null).length))
  }, [])

  return left > 0 && t('waiting.leftHere', { count: left })
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

export interface TurnButtonProps {
  to: 'previous' | 'next'
  /** No page in this direction. The button is inactive, but keeps the focus that it had. */
  isEnd: boolean
  busy?: boolean
  onTurn: () => void
}

export function TurnButton({ to, isEnd, busy = false, onTurn }: TurnButtonProps): ReactNode {
  const { t } = useTranslation()
  const Icon = to === 'previous' ? ChevronLeft : ChevronRight
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={t(`pager.${to}`)}
      busy={busy}
      aria-disabled={isEnd || busy || undefined}
      onClick={isEnd ? undefined : onTurn}
    >
      <Icon aria-hidden className="size-5" />
    </Button>
  )
}

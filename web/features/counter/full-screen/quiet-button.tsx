import type { ReactNode } from 'react'
import { Button } from '#web/components/inputs/button.tsx'

/** Its name is not shown on a phone. */
export function QuietButton({
  name,
  icon,
  onClick,
}: {
  name: string
  icon: ReactNode
  onClick: () => void
}): ReactNode {
  return (
    <Button look="quiet" className="px-3 text-left" aria-label={name} title={name} onClick={onClick}>
      {icon}
      <span className="max-sm:hidden">{name}</span>
    </Button>
  )
}

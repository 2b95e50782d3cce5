import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'

export function BackLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <Link to={to} className={buttonLook('quiet', 'regular', '-ml-3 self-start px-3 text-ink-soft')}>
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}

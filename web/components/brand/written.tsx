import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'
import { languageOf } from '#web/lib/words/language-of.ts'

/** User-written text with its language (WCAG 3.1.2); breaks long words. */
export function Written({ children, className }: { children: string; className: string }): ReactNode {
  return (
    <p lang={languageOf(children)} className={classNames('wrap-anywhere', className)}>
      {children}
    </p>
  )
}

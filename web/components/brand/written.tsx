import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'
import { languageOf } from '#web/lib/words/language-of.ts'

/** A paragraph that people have written themselves, marked with the language that it is in (WCAG 3.1.2). Its words may be as long as they like. */
export function Written({ children, className }: { children: string; className: string }): ReactNode {
  return (
    <p lang={languageOf(children)} className={classNames('wrap-anywhere', className)}>
      {children}
    </p>
  )
}

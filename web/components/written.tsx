import type { ReactNode } from 'react'
import { languageOf } from '#web/lib/language-of.ts'

/** A paragraph that people have written themselves, marked with the language that it is in (WCAG 3.1.2). */
export function Written({ children, className }: { children: string; className: string }): ReactNode {
  return (
    <p lang={languageOf(children)} className={className}>
      {children}
    </p>
  )
}

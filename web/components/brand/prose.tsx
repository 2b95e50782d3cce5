import type { ReactNode } from 'react'

export function Prose({ title, lead, children }: { title: string; lead?: string; children: ReactNode }): ReactNode {
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-5 py-8 sm:px-6 sm:py-12">
      <header className="flex flex-col gap-3">
        <h1 className="text-headline font-bold tracking-tight">{title}</h1>
        {lead && <p className="text-lead text-ink-soft">{lead}</p>}
      </header>
      {children}
    </article>
  )
}

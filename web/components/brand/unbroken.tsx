import type { ReactNode } from 'react'

/** A sentence in which `part`, such as an invoice's number, does not break at its hyphens. */
export function Unbroken({ text, part }: { text: string; part: string }): ReactNode {
  const at = part === '' ? -1 : text.indexOf(part)
  if (at < 0) return <span>{text}</span>
  // Each in an element, because a browser's translation replaces text nodes.
  return (
    <>
      <span>{text.slice(0, at)}</span>
      <span className="whitespace-nowrap">{part}</span>
      <span>{text.slice(at + part.length)}</span>
    </>
  )
}

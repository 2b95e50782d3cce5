/** The built page, with what the first paint waits for inside it (decision 58). */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PageTemplate {
  html: string
  /** Sources for the content security policy: hashes of the inline script and styles. */
  scripts: readonly string[]
  styles: readonly string[]
}

const SCRIPT = /<script src="([^"]+)"><\/script>/g
const STYLE = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Puts the page's own blocking script and style sheet into the page, because each is a round trip before the first
 * paint. A missing file stays a reference. Undefined if the folder has no web app.
 */
export function readTemplate(folder: string): PageTemplate | undefined {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  const scripts: string[] = []
  const styles: string[] = []
  const inline = (tag: string, address: string, hashes: string[], around: (text: string) => string): string => {
    const file = join(folder, address)
    if (!existsSync(file)) return tag
    const text = readFileSync(file, 'utf8')
    hashes.push(hashOf(text))
    return around(text)
  }
  const html = readFileSync(index, 'utf8')
    .replace(SCRIPT, (tag, address: string) => inline(tag, address, scripts, (text) => `<script>${text}</script>`))
    .replace(STYLE, (tag, address: string) => inline(tag, address, styles, (text) => `<style>${text}</style>`))
  return { html, scripts, styles }
}

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
 * paint. Undefined if the folder has no web app.
 */
export function readTemplate(folder: string): PageTemplate | undefined {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  const scripts: string[] = []
  const styles: string[] = []
  const textOf = (address: string) => readFileSync(join(folder, address), 'utf8')
  const html = readFileSync(index, 'utf8')
    .replace(SCRIPT, (_, address: string) => {
      const text = textOf(address)
      scripts.push(hashOf(text))
      return `<script>${text}</script>`
    })
    .replace(STYLE, (_, address: string) => {
      const text = textOf(address)
      styles.push(hashOf(text))
      return `<style>${text}</style>`
    })
  return { html, scripts, styles }
}

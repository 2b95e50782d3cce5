/** Renders public pages with the web app's own code (decision 58). */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { NEXT_CURSOR } from '#contracts/calls/figures.ts'
import type { Support } from '#contracts/calls/support.ts'
import type { PagePath } from '#contracts/pages/page-metadata.ts'
import { readsOf, type PageToRender, type ServerApp } from '#contracts/pages/rendered-pages.ts'

/** Rendered pages of the last replies. */
const KEPT_PAGES = 200

export type RenderedPage = { html: string; language: PageToRender['language']; replies: PageToRender['replies'] }

type Wanted = Omit<PageToRender, 'replies'> & {
  pattern: PagePath
  /** The value of `:slug`. */
  part: string | undefined
  /** Of the visitor: the page's reads count for its limits. */
  ip: string
}

/**
 * Undefined if the build has no server app. The returned function resolves to undefined for pages that are not rendered
 * here, and without one of its replies; rejects if rendering fails.
 */
export async function openRenderer(
  app: FastifyInstance,
  folder: string,
  support: Support,
): Promise<((wanted: Wanted) => Promise<RenderedPage | undefined>) | undefined> {
  const file = join(folder, 'server/server.js')
  if (!existsSync(file)) return undefined
  const { startServer } = (await import(pathToFileURL(file).href)) as ServerApp
  const render = await startServer(support)
  const kept = new LRUCache<string, string>({ max: KEPT_PAGES })

  async function read(path: string, isPaged: boolean | undefined, ip: string): Promise<unknown> {
    const reply = await app.inject({ url: path, remoteAddress: ip })
    if (reply.statusCode !== 200) return undefined
    const value: unknown = reply.json()
    return isPaged ? { value, next: reply.headers[NEXT_CURSOR] } : value
  }

  return async ({ pattern, part, address, language, ip }) => {
    const reads = readsOf(pattern, part)
    if (!reads) return undefined
    const values = await Promise.all(reads.map(({ path, isPaged }) => read(path, isPaged, ip)))
    if (values.includes(undefined)) return undefined
    const replies = Object.fromEntries(reads.map(({ path }, index) => [path, values[index]]))
    const key = createHash('sha256')
      .update(JSON.stringify([address, language, replies]))
      .digest('base64')
    let html = kept.get(key)
    if (html === undefined) {
      html = await render({ address, language, replies })
      kept.set(key, html)
    }
    return { html, language, replies }
  }
}

/**
 * Lets the dashboard, statements, the counter and /verify open offline: finds the files they need and inserts them
 * into the service worker (lib/api/service-worker.ts).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const WORKER = 'lib/api/service-worker.ts'
/** Everything these load, at once or later, is cached. */
const ROOTS = [
  'app/routes/dashboard.tsx',
  'app/routes/statement.tsx',
  'app/routes/verify.tsx',
  'app/routes/counter.tsx',
  'app/routes/counter-display.tsx',
]
const ONLINE_ONLY = [/dashboards\/(staff|admin|auditor)/]
/** Named by the page itself, not by a script. */
const PAGE_FILES = ['/boot.js', '/seed.svg']
export const WORKER_FILE = 'service-worker.js'

/** The worker has to be an input named `service-worker`. */
export function offlineShell(): Plugin {
  let publicFolder = ''
  return {
    name: 'offline-shell',
    apply: 'build',
    enforce: 'post',
    configResolved({ publicDir }) {
      publicFolder = publicDir
    },
    generateBundle(_options, bundle) {
      const worker = Object.values(bundle).find(
        (file): file is Rolldown.OutputChunk =>
          file.type === 'chunk' && (file.facadeModuleId?.endsWith(WORKER) ?? false),
      )
      if (!worker) this.error('The service worker is missing from the build')
      const files = shellFiles(bundle)
      if (files.length === 0) this.error('The dashboards are missing from the build')
      const page = bundle['index.html']
      if (page?.type !== 'asset') this.error('The page is missing from the build')
      const version = createHash('sha256').update(files.join()).update(worker.code).update(page.source)
      // These names hold no content hash.
      for (const file of PAGE_FILES) version.update(readFileSync(join(publicFolder, file)))
      worker.code = worker.code
        .replace(/\bSHELL_FILES\b/g, JSON.stringify(files))
        .replace(/\bSHELL_VERSION\b/g, JSON.stringify(version.digest('hex').slice(0, 12)))
    },
  }
}

function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()

  function take(chunk: Rolldown.OutputChunk | undefined, withLater: boolean): void {
    if (!chunk || found.has(chunk.fileName) || ONLINE_ONLY.some((pattern) => pattern.test(chunk.facadeModuleId ?? '')))
      return
    found.add(chunk.fileName)
    for (const style of stylesOf(chunk)) found.add(style)
    for (const name of chunk.imports) take(byName.get(name), withLater)
    if (withLater) for (const name of chunk.dynamicImports) take(byName.get(name), true)
  }

  for (const chunk of chunks)
    if (chunk.facadeModuleId && ROOTS.some((root) => chunk.facadeModuleId?.endsWith(root))) take(chunk, true)
  const entry = chunks.find((chunk) => chunk.isEntry && !chunk.facadeModuleId?.endsWith(WORKER))
  take(entry, false)
  // Both languages, because the page chooses one at its start.
  for (const chunk of chunks) if (/locales\/(am|en)\/\w+\.json$/.test(chunk.facadeModuleId ?? '')) take(chunk, false)
  const fonts = Object.keys(bundle).filter((name) =>
    /noto-sans(-armenian)?-(latin|armenian)-.*normal.*\.woff2$/.test(name),
  )
  return [...PAGE_FILES, ...[...found, ...fonts].map((name) => `/${name}`)].sort()
}

function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  const { viteMetadata } = chunk as Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } }
  return [...(viteMetadata?.importedCss ?? [])]
}

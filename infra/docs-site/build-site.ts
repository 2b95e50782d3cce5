/** The project's documents as a small site: one HTML page per Markdown file, readable without a server. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '#platform/mail/escape-html.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const FIRST = ['README.md', 'CHANGELOG.md', 'SECURITY.md']
const FOLDERS = ['infra', 'services', 'web']
const STYLE = `body{margin:0 auto;max-width:76rem;padding:1rem 1.5rem;font:16px/1.6 system-ui,sans-serif;color:#241a1b;background:#fffdfb}
nav{float:right;width:15rem;margin:0 0 1rem 2rem;padding:1rem;border:1px solid #eadfd9;border-radius:12px;font-size:14px}
nav ul{margin:0;padding-left:1rem}main{max-width:56rem;overflow-wrap:anywhere}a{color:#9c1f33}
pre{overflow-x:auto;padding:1rem;border-radius:8px;background:#f6efeb}table{border-collapse:collapse;display:block;overflow-x:auto}
td,th{padding:.3rem .6rem;border:1px solid #eadfd9;text-align:left;vertical-align:top}img{max-width:100%}
@media(max-width:60rem){nav{float:none;width:auto;margin:0 0 1rem}}
@media(prefers-color-scheme:dark){body{color:#f6efeb;background:#191213}a{color:#f0a6b0}pre{background:#2b2122}nav,td,th{border-color:#2b2122}}`

/** As on common hosts of Markdown: `## What to monitor` is `#what-to-monitor`. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll(/[`*]/g, '') ?? 'Hatik'
const pageOf = (file: string): string => (file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'))

/** `files`: paths of the written pages. Throws naming each link to a file or heading that does not exist. */
export function buildSite(folder: string): { files: string[] } {
  rmSync(folder, { recursive: true, force: true })
  const documents = new Map(markdownFiles().map((file) => [file, readFileSync(join(repository, file), 'utf8')]))
  const anchors = new Map<string, Set<string>>()
  const links: { from: string; to: string; anchor: string }[] = []
  const images = new Set<string>()
  const files: string[] = []
  for (const [file, markdown] of documents) {
    const own = new Set<string>()
    anchors.set(file, own)
    const marked = new Marked({
      walkTokens(token) {
        if (token.type === 'image') images.add(posix.join(posix.dirname(file), (token as Tokens.Image).href))
        if (token.type !== 'link') return
        const link = token as Tokens.Link
        if (/^[a-z]+:/.test(link.href)) return
        const [path = '', anchor = ''] = link.href.split('#')
        const to = path === '' ? file : posix.join(posix.dirname(file), path)
        links.push({ from: file, to, anchor })
        if (documents.has(to)) link.href = `${toPage(file, to)}${anchor && `#${anchor}`}`
      },
      renderer: {
        heading({ tokens, depth, text }) {
          const anchor = anchorOf(text)
          own.add(anchor)
          return `<h${depth} id="${escapeHtml(anchor)}">${this.parser.parseInline(tokens)}</h${depth}>`
        },
      },
    })
    const html = marked.parse(markdown, { async: false })
    write(join(folder, pageOf(file)), page(file, markdown, html, documents))
    files.push(pageOf(file))
  }
  const dead = links.filter(({ to, anchor }) =>
    documents.has(to) ? anchor !== '' && !anchors.get(to)?.has(anchor) : !existsSync(join(repository, to)),
  )
  if (dead.length > 0)
    throw new Error(`Dead links:\n${dead.map(({ from, to, anchor }) => `${from}: ${to}#${anchor}`).join('\n')}`)
  for (const image of images) {
    mkdirSync(dirname(join(folder, image)), { recursive: true })
    copyFileSync(join(repository, image), join(folder, image))
  }
  return { files }
}

function markdownFiles(): string[] {
  const within = (folder: string): string[] =>
    readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : within(path)
      return path.endsWith('.md') ? [path] : []
    })
  return [...FIRST, ...FOLDERS.flatMap(within)].filter((file) => statSync(join(repository, file)).isFile())
}

const toPage = (from: string, to: string): string => relative(dirname(pageOf(from)), pageOf(to)) || pageOf(to)

function page(file: string, markdown: string, html: string, documents: ReadonlyMap<string, string>): string {
  const shown = [...documents].filter(([other]) => FIRST.includes(other) || other.startsWith('infra/docs/'))
  const list = shown.map(
    ([other, text]) => `<li><a href="${toPage(file, other)}">${escapeHtml(titleOf(text))}</a></li>`,
  )
  const decisions = `<li><a href="${toPage(file, 'infra/decisions/README.md')}">Decision records</a></li>`
  return `<!doctype html>
<html lang="${file.endsWith('.am.md') ? 'hy' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(titleOf(markdown))}</title><style>${STYLE}</style></head>
<body><nav aria-label="Hatik"><ul>${list.join('')}${decisions}</ul></nav><main>${html}</main></body></html>
`
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

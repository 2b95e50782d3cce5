import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['services', 'projections', 'web', 'infra']
const within = (folder: string) =>
  readdirSync(repository + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
const files = ['README.md', ...FOLDERS.flatMap(within)]

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
/** A file name with optional path, not part of a longer name or address. */
const NAMED = /(?<![\w/#.@*-])(?:[\w-]+\/)*[a-z][\w-]*(?:\.[a-z\d]+)*\.(?:tsx?|mts|cjs|md)\b/g

const isThere = (named: string) => files.some((file) => file === named || file.endsWith(`/${named}`))

it('every file named in a comment or document exists', () => {
  const gone: string[] = []
  for (const file of files.filter((each) => /\.(tsx?|mjs|cjs|css|md)$/.test(each))) {
    const text = readFileSync(`${repository}${file}`, 'utf8')
    const said = file.endsWith('.md') ? [text] : (text.match(COMMENT) ?? [])
    for (const named of said.flatMap((each) => each.match(NAMED) ?? []))
      if (!isThere(named)) gone.push(`${file}: ${named}`)
  }
  expect(gone).toEqual([])
})

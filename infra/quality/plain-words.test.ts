import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['services', 'projections', 'web', 'infra']
/** Not the globs of a string: a comment begins a line or follows a space. */
const COMMENT = /(?<=^|[\s(,{])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|\/\/ .*$/gm
const MOST_WORDS = 30
const LONGEST_SUBJECT = 72
/** Older subjects follow no rule. */
const SINCE = '2026-11-28T08:00:00Z'

/** The sentences of a comment; list items and clauses after a colon or semicolon count as sentences of their own. */
function sentencesOf(comment: string): string[] {
  const plain = comment.replaceAll(/^\s*(\/\*\*?|\*\/|\*|\/\/)/gm, ' ').replaceAll(/\s+/g, ' ')
  return plain.split(/(?<=[.:;!?])\s+|\s- /)
}

const wordsIn = (sentence: string): number => sentence.split(' ').filter(Boolean).length

it('no sentence of a comment has more than 30 words', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(repository + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ).filter((file) => /\.(tsx?|[mc]js)$/.test(file))
  expect(files.length).toBeGreaterThan(1_000)
  const long = files.flatMap((file) =>
    (readFileSync(repository + file, 'utf8').match(COMMENT) ?? [])
      .flatMap(sentencesOf)
      .filter((sentence) => wordsIn(sentence) > MOST_WORDS)
      .map((sentence) => `${file}: ${sentence.slice(0, 100)}`),
  )
  expect(long).toEqual([])
})

it.skipIf(!existsSync(`${repository}.git`))('no subject of a commit has more than 72 characters', () => {
  const subjects = execFileSync('git', ['log', `--since=${SINCE}`, '--no-merges', '--format=%s'], {
    cwd: repository,
    encoding: 'utf8',
  })
  expect(subjects.split('\n').filter((subject) => subject.length > LONGEST_SUBJECT)).toEqual([])
})

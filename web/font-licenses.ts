/** The part of the build that adds the fonts' terms to those of the packages: Vite lists what is imported as code, and fonts come by the style sheet. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What the app carries of others' work, and under which terms: beside its page, for whoever asks. */
export const LICENSES_FILE = 'licenses.md'

const FONTS = ['noto-sans', 'noto-sans-armenian']
const licenseOf = (font: string) =>
  readFileSync(fileURLToPath(new URL(`../node_modules/@fontsource-variable/${font}/LICENSE`, import.meta.url)), 'utf8')

/** A Vite plugin. */
export function fontLicenses(): Plugin {
  return {
    name: 'font-licenses',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir }) {
      const texts = FONTS.map((font) => `## ${font} (OFL-1.1)\n\n${licenseOf(font).trim()}\n`)
      appendFileSync(join(dir ?? '', LICENSES_FILE), `\n${texts.join('\n')}`)
    },
  }
}

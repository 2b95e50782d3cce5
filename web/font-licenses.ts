/** Adds the fonts' licences, because Vite lists imported code only, and fonts come from the style sheet. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Third-party software and its licences, served beside the app. */
export const LICENSES_FILE = 'licenses.md'

const FONTS = ['noto-sans', 'noto-sans-armenian']
const licenseOf = (font: string) =>
  readFileSync(fileURLToPath(new URL(`../node_modules/@fontsource-variable/${font}/LICENSE`, import.meta.url)), 'utf8')

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

// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

/** Red, green and blue of a colour token. */
function colour(name: string, theme: 'light' | 'dark'): number[] {
  const value = new RegExp(`--color-${name}: ([^;]+);`).exec(css)?.[1] ?? expect.fail(`No token ${name}`)
  const twins = value.match(/#[0-9a-f]{6}/g) ?? []
  const hex = (theme === 'dark' ? twins[1] : twins[0]) ?? twins[0] ?? ''
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
}

function luminance(rgb: number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(text: string, surface: string, theme: 'light' | 'dark'): number {
  const [light = 0, dark = 0] = [luminance(colour(text, theme)), luminance(colour(surface, theme))].sort(
    (a, b) => b - a,
  )
  return (light + 0.05) / (dark + 0.05)
}

const texts: [text: string, surfaces: string[]][] = [
  ['ink', ['tuff', 'tuff-deep', 'surface']],
  ['ink-soft', ['tuff', 'tuff-deep', 'surface']],
  ['on-pomegranate', ['pomegranate', 'pomegranate-deep']],
  ['pomegranate-text', ['tuff', 'surface', 'pomegranate-soft']],
  ['apricot-text', ['surface', 'apricot-soft']],
  ['leaf-text', ['surface', 'leaf-soft']],
  ['ink', ['leaf-soft']],
  ['alarm-text', ['surface', 'tuff', 'alarm-soft']],
  ['white', [0, 1, 2, 3, 4, 5, 6, 7].map((face) => `face-${face}`)],
]
const pairs = texts.flatMap(([text, surfaces]) =>
  surfaces.flatMap((surface) => (['light', 'dark'] as const).map((theme) => [text, surface, theme] as const)),
)

describe('the colours', () => {
  it.each(pairs)('%s on %s is readable in the %s theme (AA, 4.5:1)', (text, surface, theme) => {
    expect(contrast(text, surface, theme)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['light', 'dark'] as const)("a control's border is visible in the %s theme (3:1)", (theme) => {
    expect(contrast('line-strong', 'surface', theme)).toBeGreaterThanOrEqual(3)
  })
})

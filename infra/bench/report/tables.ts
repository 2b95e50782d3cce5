import type { Spread } from '../measure/ratios.ts'

export const round = (value: number): string => {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
export const spread = (value: Spread | undefined): string => {
  if (!value) return '–'
  return value.rounds === 1 ? round(value.median) : `${round(value.median)} [${round(value.min)}–${round(value.max)}]`
}
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`
export const table = (head: string[], rows: string[][]) => [
  row(...head),
  row(...head.map(() => '---')),
  ...rows.map((cells) => row(...cells)),
  '',
]

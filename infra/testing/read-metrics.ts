/** A scrape of a process's metrics, as Prometheus reads them. */
export type Scrape = {
  text: string
  /** Of the series with exactly these labels; undefined if there is none. */
  value(name: string, labels?: Record<string, string>): number | undefined
  /** Of all series with at least these labels. */
  sum(name: string, labels?: Record<string, string>): number
  series: readonly Series[]
}

/** `written`: name and labels as in the text. */
export type Series = { written: string; name: string; labels: Record<string, string>; value: number }

const SERIES = /^(\w+)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

export async function readMetrics(port: number | string | undefined): Promise<Scrape> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (answer.status !== 200) throw new Error(`The scrape was answered with ${answer.status}`)
  const text = await answer.text()
  const series = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(seriesOf)
  const has = (one: Series, name: string, labels: Record<string, string>) =>
    one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value)
  return {
    text,
    series,
    value: (name, labels = {}) =>
      series.find((one) => has(one, name, labels) && Object.keys(one.labels).length === Object.keys(labels).length)
        ?.value,
    sum: (name, labels = {}) =>
      series.filter((one) => has(one, name, labels)).reduce((total, { value }) => total + value, 0),
  }
}

function seriesOf(line: string): Series {
  const [, name = '', given = '', value] = SERIES.exec(line) ?? []
  if (name === '') throw new Error(`Not a series: ${line}`)
  const labels = Object.fromEntries([...given.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text]))
  return { written: line.slice(0, line.lastIndexOf(' ')), name, labels, value: Number(value) }
}

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Opens traces where each package of OpenTelemetry that is loaded is told. */
const program = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@opentelemetry/')) loaded.add(specifier)
      return next(specifier, context)
    },
  })
  const loaded = new Set()
  const { openTraces } = await import(${JSON.stringify(new URL('traces.ts', import.meta.url).href)})
  const traces = await openTraces(JSON.parse(process.argv[1]), { info: () => {}, warn: () => {} }, 'test')
  const traced = traces.traceOf('0f8fad5b-d9cb-469f-a165-ffffffffffff')
  console.log(JSON.stringify({ share: traces.share, traced, loads: loaded.size > 0 }))
  await traces.close()
`
const opened = (variables: Record<string, unknown>): unknown => {
  const given = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', ...variables }
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(given)], { encoding: 'utf8' }),
  )
}

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9'
const off = { share: 0, loads: false }
const on = (share: number) => ({ share, loads: true, traced: '0f8fad5bd9cb469fa165ffffffffffff' })

it.each([
  ['no endpoint', {}, off],
  ['no endpoint, whatever the sampler', { OTEL_TRACES_SAMPLER: 'always_on' }, off],
  ['disabled', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }, off],
  ['another exporter', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, off],
  ['a share of none', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: 0 }, off],
  ['one in a hundred by default', { OTEL_EXPORTER_OTLP_ENDPOINT }, on(0.01)],
  ['of traces alone', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT }, on(0.01)],
  ['a share', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: 0.5 }, on(0.5)],
  ['all', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: 0.5 }, on(1)],
])('traces and packages follow the variables: %s', (_what, variables, expected) => {
  expect(opened(variables)).toEqual(expected)
})

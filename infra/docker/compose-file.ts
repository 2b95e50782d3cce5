/** Reads docker-compose.yml for the tests, as compose does: with merged keys and variables. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { repository } from '../local/settings.ts'

export interface Service {
  image?: string
  profiles?: string[]
  entrypoint?: string[]
  command?: string[]
  user?: string
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  environment?: Record<string, string | number>
  volumes?: string[]
  networks?: string[] | Record<string, unknown>
  network_mode?: string
  ports?: string[]
  restart?: string
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
  build?: { dockerfile: string; target?: string }
}

export interface ComposeFile {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: Record<string, unknown>
}

const text = readFileSync(join(repository, 'docker-compose.yml'), 'utf8')
const VARIABLE = /\$\$|\$\{([A-Z_]+)(:[?-])?([^}]*)\}/g

/** As written, with variables. */
export const composeFile = (): ComposeFile => parse(text, { merge: true }) as ComposeFile

/** Names of the variables that it reads from `.env`; `required` ones have no default. */
export function variablesOf(): { name: string; required: boolean }[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, name, sign]) =>
    name === undefined ? [] : [{ name, required: sign !== ':-' }],
  )
}

/** A service's environment with these variables. Throws if a required one is missing. */
export function environmentOf(service: Service, variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, filledIn(String(value), variables)]),
  )
}

function filledIn(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replace(VARIABLE, (whole, name: string | undefined, sign: string | undefined, rest: string) => {
    if (name === undefined) return '$'
    const given = variables[name]
    if (given) return given
    if (sign === ':-') return rest
    throw new Error(`${whole} is not set`)
  })
}

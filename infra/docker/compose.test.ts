/** docker-compose.yml without an engine: by its schema, and against the code, the Dockerfile and the `.env`. */
import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { describe, expect, it } from 'vitest'
import { missingInProduction } from '#platform/env/env-production.ts'
import { ENV_NAMES, readEnv } from '#platform/env/env.ts'
import { repository } from '../local/settings.ts'
import { composeFile, environmentOf, variablesOf, type Service } from './compose-file.ts'
import { copiedFiles, stageOf, stagesOf } from './image-tree.ts'
import { composeEnv } from './make-env.ts'

const file = composeFile()
const services = Object.entries(file.services)
const ours = services.filter(([, { image }]) => image === 'hatik')
const dockerfile = stageOf('hatik').steps
const [API_PORT, METRICS_PORT] = dockerfile.flatMap(({ word, text }) => (word === 'EXPOSE' ? text.split(' ') : []))
/** Read by the client of S3, not by our code. */
const OF_STORAGE = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
/** Of infra/docker/set-up.ts only. */
const OF_SET_UP = ['SUPERUSER_URL', 'STORE_ADMIN_URL']

const activeWith = (profiles: readonly string[]) =>
  services.filter(([, service]) => (service.profiles ?? []).every((profile) => profiles.includes(profile)))

describe('docker-compose.yml', () => {
  it('follows the schema of the Compose Specification', () => {
    const schema = JSON.parse(
      readFileSync(join(repository, 'infra/docker/schemas/compose-spec.json'), 'utf8'),
    ) as Record<string, unknown>
    const validate = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
    validate(file)
    expect(validate.errors).toBeNull()
    validate({ services: { one: { imagee: 'x' } } })
    expect(validate.errors).not.toBeNull()
  })

  it('starts programs that its image holds', () => {
    const held = copiedFiles('hatik')
    const programs = [
      ...ours.flatMap(([, { entrypoint = [], command = [], healthcheck }]) => [
        ...entrypoint,
        ...command,
        ...(healthcheck?.test ?? []),
      ]),
      ...dockerfile.flatMap(({ text }) => [...text.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word)),
    ].filter((word) => word.endsWith('.ts'))
    expect(programs.length).toBeGreaterThan(5)
    expect(programs.filter((program) => !held.has(program))).toEqual([])
    for (const [name, { build }] of services.filter(([, service]) => service.build)) {
      expect([name, existsSync(join(repository, build!.dockerfile))]).toEqual([name, true])
      expect(stagesOf().map((stage) => stage.name)).toContain(build!.target ?? stagesOf().at(-1)?.name)
    }
    expect(stagesOf().at(-1)?.name).toBe('hatik')
  })

  it('lets no container of the image write to it or gain rights', () => {
    expect(ours.length).toBeGreaterThan(5)
    for (const [name, service] of ours)
      expect([name, service]).toMatchObject([
        name,
        { read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      ])
    expect(Number(dockerfile.find(({ word }) => word === 'USER')?.text.split(':')[0])).toBeGreaterThan(0)
  })

  it('names only variables that the programs read, and holds no secret', () => {
    for (const [name, { environment = {} }] of ours) {
      const known = [...ENV_NAMES, ...OF_STORAGE, ...(name === 'set-up' ? OF_SET_UP : [])]
      expect([name, Object.keys(environment).filter((each) => !known.includes(each))]).toEqual([name, []])
    }
    const secret = services.flatMap(([name, { environment = {} }]) =>
      Object.entries(environment)
        .filter(([variable, value]) => /PASSWORD|SECRET|_KEY$|_URL$/.test(variable) && !String(value).startsWith('${'))
        .map(([variable]) => `${name}: ${variable}`),
    )
    expect(secret).toEqual([])
  })

  it('migrates before API and worker start, and waits only for services that start with them', () => {
    for (const profiles of [[], ['mail'], ['mail', 'cluster'], ['commands']]) {
      const active = activeWith(profiles).map(([name]) => name)
      for (const [name, { depends_on = {} }] of activeWith(profiles))
        expect([name, Object.keys(depends_on).filter((other) => !active.includes(other))]).toEqual([name, []])
    }
    for (const name of ['api1', 'api2', 'worker1', 'worker2'])
      expect(file.services[name]?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully')
    expect(file.services['migrate']?.depends_on?.['set-up']?.condition).toBe('service_completed_successfully')
  })

  it('keeps the servers away from other networks', () => {
    const published = services.flatMap(([name, { ports = [] }]) => (ports.length > 0 ? [name] : []))
    expect(published).toEqual(['proxy', 'mail'])
    expect(file.services['mail']?.ports).toEqual(['127.0.0.1:8025:8025'])
    expect(file.networks['inside']).toEqual({ internal: true })
    for (const name of ['postgres', 'redis', 'eventstore1', 'eventstore2', 'eventstore3'])
      expect([name, networksOf(file.services[name]!)]).toEqual([name, ['inside']])
    expect(networksOf(file.services['proxy']!)).toEqual(['outside'])
  })

  it('declares every volume that it mounts, and mounts files that exist', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
    const [paths, names] = [
      sources.filter((each) => each.startsWith('.')),
      sources.filter((each) => !each.startsWith('.')),
    ]
    expect([...new Set(names)].toSorted()).toEqual(Object.keys(file.volumes).toSorted())
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([])
  })
})

const networksOf = ({ networks = [] }: Service): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)

it("the proxy takes a business from its calls, and from no caller's header", () => {
  const text = readFileSync(join(repository, 'infra/docker/Caddyfile'), 'utf8')
  const [, pattern] = /path_regexp business (\S+)/.exec(text) ?? []
  const business = (path: string) => new RegExp(pattern!).exec(path)?.[1]
  expect(business('/api/business/17/award-points')).toBe('17')
  expect(business('/api/businesses/17/reviews')).toBeUndefined()
  expect(business('/api/admin/business/17/x')).toBeUndefined()
  const steps = [
    'request_header -Hatik-Business',
    'request_header @business Hatik-Business',
    'lb_policy header Hatik-Business',
  ]
  const places = steps.map((step) => text.indexOf(step))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  // Caddy sorts directives outside a route.
  expect(text.indexOf('route {')).toBeLessThan(places[0]!)
})

describe.each([{ cluster: false }, { cluster: true }])('the .env of make-env.ts (%o)', ({ cluster }) => {
  const printed = execFileSync(process.execPath, ['infra/docker/make-env.ts', ...(cluster ? ['--cluster'] : [])], {
    cwd: repository,
    encoding: 'utf8',
  })
  const variables = parseEnv(printed) as Record<string, string>
  const active = activeWith(variables['COMPOSE_PROFILES']!.split(','))
  const named = (image: RegExp) => active.filter(([, service]) => image.test(service.image ?? '')).map(([name]) => name)

  it('sets what compose requires, and nothing that it does not read', () => {
    const read = variablesOf()
    const required = read.filter((each) => each.required).map(({ name }) => name)
    expect([...new Set(required)].filter((name) => !variables[name])).toEqual([])
    const known = new Set(read.map(({ name }) => name))
    expect(Object.keys(variables).filter((name) => !name.startsWith('COMPOSE_') && !known.has(name))).toEqual([])
  })

  it.each(['api1', 'worker1'])('gives %s an environment that is enough for production', (name) => {
    const env = environmentOf(file.services[name]!, variables)
    expect(readEnv(env)).toMatchObject({ NODE_ENV: 'production' })
    expect(missingInProduction(env)).toEqual([])
    // The key files of the defaults lie in a tree that is read-only.
    expect([env['LEDGER_KEY'], env['PUSH_KEY'], env['FILES_URL']]).not.toContain('')
  })

  it('gives each role its own address, and the superuser’s to the set-up alone', () => {
    const userOf = (name: string) => new URL(environmentOf(file.services[name]!, variables)['DATABASE_URL']!).username
    expect(['api1', 'worker1', 'migrate', 'admin', 'replay'].map(userOf)).toEqual([
      'hatik_api',
      'hatik_worker',
      'hatik_owner',
      'hatik_owner',
      'hatik_owner',
    ])
    const superuser = new URL(variables['SUPERUSER_URL']!)
    expect(superuser.password).toBe(variables['POSTGRES_PASSWORD'])
    const holders = (word: string) =>
      services.filter(([, service]) => Object.values(environmentOf(service, variables)).join('\n').includes(word))
    expect(holders(superuser.password).map(([name]) => name)).toEqual(['set-up', 'postgres'])
    const stores = services.map(([name]) => name).filter((name) => name.startsWith('eventstore'))
    expect(holders(variables['STORE_ADMIN_PASSWORD']!).map(([name]) => name)).toEqual(['set-up', ...stores])
  })

  it('leads to the services that its profiles start', () => {
    const stores = named(/kurrentdb/)
    expect(stores).toHaveLength(cluster ? 3 : 1)
    expect(variables['STORE_CLUSTER_SIZE']).toBe(String(stores.length))
    for (const name of ['EVENTSTORE_URL', 'STORE_ADMIN_URL'])
      expect(/@([^?]*)\?/.exec(variables[name]!)?.[1]).toBe(stores.map((store) => `${store}:2113`).join(','))
    const apis = active.map(([name]) => name).filter((name) => /^api\d$/.test(name))
    expect(apis).toHaveLength(cluster ? 2 : 1)
    expect(variables['API_ADDRESSES']).toBe(apis.map((name) => `${name}:${API_PORT}`).join(' '))
    expect(environmentOf(file.services['api1']!, variables)).toMatchObject({ PORT: API_PORT, METRICS_PORT })
    const asked = (name: string) => file.services[name]?.healthcheck?.test?.at(-1)
    expect(asked('api1')).toBe(`http://127.0.0.1:${API_PORT}/api/health/ready`)
    expect(asked('worker1')).toBe(`http://127.0.0.1:${METRICS_PORT}/metrics`)
    const certified = file.services['certificates']?.command?.slice(1)
    expect(certified).toEqual(services.map(([name]) => name).filter((name) => name.startsWith('eventstore')))
    for (const [name, { environment = {} }] of services.filter(([each]) => certified?.includes(each)))
      expect(environment).toMatchObject({
        KURRENTDB_NODE_HOST_ADVERTISE_AS: name,
        KURRENTDB_CERTIFICATE_FILE: `/certificates/${name}/node.crt`,
        KURRENTDB_CERTIFICATE_PRIVATE_KEY_FILE: `/certificates/${name}/node.key`,
      })
  })

  it('has other secrets each time', () => {
    const again = composeEnv({ cluster })
    const secrets = Object.keys(again).filter((name) => /PASSWORD|SECRET|KEY|DATABASE_URL|STORE_URL/.test(name))
    expect(secrets.length).toBeGreaterThan(8)
    expect(secrets.filter((name) => again[name] === variables[name])).toEqual([])
  })
})

it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'make-certificates.sh makes certificates that the CA signed for their hosts, and keeps them',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'hatik-certificates-'))
    try {
      const make = (...hosts: string[]) =>
        execFileSync(join(repository, 'infra/docker/make-certificates.sh'), [folder, ...hosts], { encoding: 'utf8' })
      expect(make('eventstore1')).toBe('made the certificate of eventstore1\n')
      expect(make('eventstore1', 'eventstore2')).toBe('made the certificate of eventstore2\n')
      const [ca, ...nodes] = ['ca/ca.crt', 'eventstore1/node.crt', 'eventstore2/node.crt'].map(
        (name) => new X509Certificate(readFileSync(join(folder, name))),
      )
      expect(ca!.ca).toBe(true)
      for (const [index, node] of nodes.entries()) {
        expect([node.verify(ca!.publicKey), node.ca, node.subject]).toEqual([true, false, 'CN=eventstoredb-node'])
        for (const host of [`eventstore${index + 1}`, 'eventstores', 'localhost'])
          expect(node.checkHost(host)).toBe(host)
        // Server and client: the members of a cluster call each other.
        expect(node.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'])
      }
      const modes = ['ca.key', 'eventstore1/node.key', 'ca/ca.crt'].map(
        (name) => statSync(join(folder, name)).mode & 0o777,
      )
      expect(modes).toEqual([0o600, 0o400, 0o444])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

/** The manifests without a cluster: by Kubernetes's schema, and against the code and the Dockerfile. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { missingInProduction } from '#platform/env/env-production.ts'
import { ENV_NAMES, readEnv } from '#platform/env/env.ts'
import { composeEnv } from '../docker/make-env.ts'
import { copiedFiles, stageOf } from '../docker/image-tree.ts'
import { repository } from '../local/settings.ts'

interface Labels {
  [name: string]: string
}
interface Selector {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}
type Probe = { httpGet: { path: string; port: string } }
interface Container {
  name: string
  image: string
  command: string[]
  env?: { name: string; value?: string; valueFrom?: unknown }[]
  envFrom?: unknown[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
}
interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec: {
    selector: Selector & Labels
    podSelector: Selector
    scaleTargetRef: { name: string }
    metrics: { type: string; external?: { metric: { name: string } } }[]
    template: { metadata: { labels: Labels }; spec: { containers: Container[] } }
    ingress?: { ports?: { port: string }[] }[]
  }
}

const folder = join(repository, 'infra/kubernetes')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const { resources } = parse(read('kustomization.yaml')) as { resources: string[] }
const manifests = resources.flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => document.toJS() as Manifest),
)
const ofKind = (kind: string): Manifest[] => manifests.filter((each) => each.kind === kind)
const named = (kind: string, name: string): Manifest => {
  const found = ofKind(kind).find(({ metadata }) => metadata.name === name)
  if (!found) throw new Error(`There is no ${kind} ${name}`)
  return found
}
const pods = [...ofKind('Deployment'), ...ofKind('Job')].map(({ spec }) => spec.template)
const containers = pods.flatMap(({ spec }) => spec.containers)
const settings = named('ConfigMap', 'hatik').data ?? {}
const dockerfile = stageOf('hatik').steps
const exposed = dockerfile.flatMap(({ word, text }) => (word === 'EXPOSE' ? text.split(' ') : []))

const fits = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
  matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''))
const podsOf = (selector: Selector) => pods.filter(({ metadata }) => fits(selector, metadata.labels))

describe('the manifests', () => {
  it('follow the schema of Kubernetes', () => {
    const { kinds, ...schema } = JSON.parse(read('schemas/kubernetes.json')) as { kinds: Record<string, object> }
    const ajv = new Ajv({ strict: false, allErrors: true })
    const validators = new Map(
      Object.entries(kinds).map(([kind, of]) => [kind, ajv.compile<Manifest>({ ...schema, ...of })]),
    )
    const faults = (manifest: Manifest) => {
      const validate = validators.get(manifest.kind)
      if (!validate) return [`${manifest.kind} is not in the schema`]
      validate(manifest)
      return validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? []
    }
    for (const manifest of manifests) {
      expect([manifest.kind, manifest.metadata.name, faults(manifest)]).toEqual([
        manifest.kind,
        manifest.metadata.name,
        [],
      ])
    }
    const odd = structuredClone(named('Deployment', 'hatik-api'))
    Object.assign(odd.spec.template.spec.containers[0]!, { readinesProbe: {} })
    expect(faults(odd)).toHaveLength(1)
  })

  it('are all listed, and have names of their own', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    expect(resources.toSorted()).toEqual(files.toSorted())
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('hold no secret, and name only variables that the programs read', () => {
    expect(ofKind('Secret')).toEqual([])
    const secrets = [
      'DATABASE_URL',
      'REDIS_URL',
      'EVENTSTORE_URL',
      'SMTP_URL',
      'SESSION_SECRET',
      'LEDGER_KEY',
      'PUSH_KEY',
    ]
    const given = [...Object.keys(settings), ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name))]
    expect(given.filter((name) => !ENV_NAMES.includes(name))).toEqual([])
    expect(Object.keys(settings).filter((name) => secrets.includes(name))).toEqual([])
    for (const { env = [] } of containers)
      for (const { name, value } of env) if (secrets.includes(name)) expect([name, value]).toEqual([name, undefined])
  })

  it.each(['api', 'worker'])('with the secrets that they name, are enough for %s in production', (role) => {
    const { spec } = named('Deployment', `hatik-${role}`).spec.template
    const [container] = spec.containers
    expect(container?.envFrom).toEqual([{ configMapRef: { name: 'hatik' } }, { secretRef: { name: 'hatik' } }])
    const { REDIS_URL, EVENTSTORE_URL, SMTP_URL, SESSION_SECRET, LEDGER_KEY, PUSH_KEY, API_DATABASE_URL } = composeEnv({
      cluster: true,
    })
    const secret = { REDIS_URL, EVENTSTORE_URL, SMTP_URL, SESSION_SECRET, LEDGER_KEY, PUSH_KEY }
    // The comment of the manifest names what the secret has to hold.
    for (const name of Object.keys(secret)) expect(read(`${role}.yaml`)).toMatch(new RegExp(`# .*\\b${name}\\b`))
    const own = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value ?? API_DATABASE_URL]))
    const env: Record<string, string | undefined> = { ...settings, ...secret, ...own }
    expect(readEnv(env)).toMatchObject({ NODE_ENV: 'production', FILES_URL: expect.stringMatching(/^s3:/) })
    expect(missingInProduction(env)).toEqual([])
    expect(env['METRICS_PORT']).toBe(exposed[1])
  })

  it('give each role the address of its own role in PostgreSQL', () => {
    const secretOf = (template: Manifest['spec']['template']) =>
      template.spec.containers[0]?.env?.find(({ name }) => name === 'DATABASE_URL')?.valueFrom
    expect(pods.map(secretOf)).toEqual(
      ['hatik-api', 'hatik-worker', 'hatik-owner'].map((name) => ({ secretKeyRef: { name, key: 'DATABASE_URL' } })),
    )
  })

  it('run programs of the image, without rights and without a place to write', () => {
    const [uid] = /\d+/.exec(dockerfile.find(({ word }) => word === 'USER')?.text ?? '') ?? []
    const held = copiedFiles('hatik')
    for (const { spec } of pods) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: Number(uid), seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of spec.containers) {
        expect(container).toMatchObject({
          image: 'hatik',
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          volumeMounts: expect.arrayContaining([{ name: 'tmp', mountPath: '/tmp' }]),
          resources: { requests: expect.anything(), limits: { memory: expect.any(String) } },
        })
        expect([container.command[0], held.has(container.command[1]!)]).toEqual(['node', true])
      }
    }
  })

  it('ask ports that the image exposes', () => {
    const [api, worker] = ['hatik-api', 'hatik-worker'].map(
      (name) => named('Deployment', name).spec.template.spec.containers[0]!,
    )
    expect(api?.ports?.map(({ name, containerPort }) => [name, String(containerPort)])).toEqual([
      ['http', exposed[0]],
      ['metrics', exposed[1]],
    ])
    expect(worker?.ports).toEqual([{ name: 'metrics', containerPort: Number(exposed[1]) }])
    expect(api?.env).toContainEqual({ name: 'PORT', value: exposed[0] })
    const get = (path: string, port: string) => ({ httpGet: { path, port } })
    expect([api, worker]).toMatchObject([
      {
        startupProbe: get('/api/health/ready', 'http'),
        readinessProbe: get('/api/health', 'http'),
        livenessProbe: get('/api/health', 'http'),
      },
      { startupProbe: get('/metrics', 'metrics'), livenessProbe: get('/metrics', 'metrics') },
    ])
  })

  it('select the pods that they mean', () => {
    const rolesOf = (selector: Selector) => podsOf(selector).map(({ metadata }) => metadata.labels['role'])
    for (const role of ['api', 'worker']) {
      expect(rolesOf(named('Deployment', `hatik-${role}`).spec.selector)).toEqual([role])
      expect(rolesOf(named('PodDisruptionBudget', `hatik-${role}`).spec.selector)).toEqual([role])
      expect(named('HorizontalPodAutoscaler', `hatik-${role}`).spec.scaleTargetRef.name).toBe(`hatik-${role}`)
    }
    expect(rolesOf({ matchLabels: named('Service', 'hatik-api').spec.selector })).toEqual(['api'])
    const policies = Object.fromEntries(
      ofKind('NetworkPolicy').map(({ metadata, spec }) => [metadata.name, rolesOf(spec.podSelector)]),
    )
    expect(policies).toEqual({
      'hatik-closed': ['api', 'worker', 'migrate'],
      'hatik-api-from-ingress': ['api'],
      'hatik-metrics': ['api', 'worker'],
      'hatik-names': ['api', 'worker', 'migrate'],
      'hatik-migrate': ['migrate'],
      'hatik-servers': ['api', 'worker'],
    })
  })

  it('scale the worker by a metric that the product serves', () => {
    const metrics = named('HorizontalPodAutoscaler', 'hatik-worker').spec.metrics
    expect(metrics.map(({ type }) => type)).toEqual(['Resource', 'External'])
    const [, name = ''] = /^hatik_(.*)$/.exec(metrics[1]?.external?.metric.name ?? '') ?? []
    expect(readFileSync(join(repository, 'services/platform/metrics/metrics.ts'), 'utf8')).toContain(`gauge('${name}'`)
  })

  const rendered = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  it.skipIf(rendered.error)('are rendered by kustomize, in their namespace', () => {
    expect(rendered.stderr).toBe('')
    const documents = parseAllDocuments(rendered.stdout).map(
      (document) => document.toJS() as Manifest & { metadata: { namespace?: string } },
    )
    expect(documents).toHaveLength(manifests.length)
    const elsewhere = documents.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'hatik')
    expect(elsewhere).toEqual([])
  })
})

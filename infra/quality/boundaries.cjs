/**
 * Import rules for dependency-cruiser. Rules on features and read models use back-references, to cover new ones.
 * `boundaries.test.ts` breaks every rule once.
 * Tests (`*.test.ts`, `testing.ts` and folders named `testing`) may also import test packages and infra/testing.
 */

const test = '(\\.test\\.tsx?|/testing\\.ts|(?<!^infra)/testing/[^/]+\\.tsx?)$'
const packages = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown']
const services = (...names) => `^services/(${names.join('|')})/`

/** Files of `from` may import only `allowed` of our own code. */
const layer = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: test },
  to: { path: '^(services|projections|web|infra)/', pathNot: [from, ...allowed] },
})

/** Only `doors` may import the package. */
const door = (name, packagePattern, doors, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: '^(services|projections|web|infra)/', pathNot: [...doors, test] },
  to: { path: `node_modules/${packagePattern}` },
})

/** Measurements and fault injection access outside systems directly. */
const fromOutside = '^infra/(bench|faults|quality|testing)/'

module.exports = {
  forbidden: [
    layer(
      'contracts-stand-alone',
      services('contracts'),
      [],
      'Contracts are shared by API and web, so they import no other part of Hatik.',
    ),
    {
      name: 'contracts-know-zod-and-hashes',
      severity: 'error',
      comment: 'Contracts run in the browser and in Node: only zod, hashes and signatures.',
      from: { path: services('contracts'), pathNot: [test, '/verify/crypto-node\\.ts$'] },
      to: { dependencyTypes: [...packages, 'core'], pathNot: 'node_modules/(zod|@noble)/' },
    },
    layer('ledger-knows-contracts-alone', services('ledger'), [services('contracts')], 'The ledger is pure.'),
    {
      name: 'ledger-is-pure',
      severity: 'error',
      comment:
        'The ledger uses no node: module and no package but a cache: clock, randomness and store are parameters.',
      from: { path: services('ledger'), pathNot: test },
      to: { dependencyTypes: [...packages, 'core'], pathNot: 'node_modules/lru-cache/' },
    },
    layer(
      'platform-below-the-areas',
      services('platform'),
      [services('contracts', 'ledger')],
      'Platform adapters do not depend on the domain.',
    ),
    layer(
      'accounts-stand-apart',
      services('accounts'),
      [services('contracts', 'ledger', 'platform')],
      'Accounts and businesses meet in the API.',
    ),
    layer(
      'businesses-stand-apart',
      services('businesses'),
      [services('contracts', 'ledger', 'platform')],
      'Accounts and businesses meet in the API.',
    ),
    layer(
      'audit-stands-apart',
      services('audit'),
      [services('contracts', 'ledger', 'platform')],
      'Log proofs depend on neither people nor read models.',
    ),
    layer(
      'projections-below-the-api',
      '^projections/(?!(main|chores|mails|pushes)\\.ts$)',
      ['^projections/', services('contracts', 'ledger', 'platform')],
      'A projection depends on the log, not on commands.',
    ),
    layer(
      'worker-wires-services-alone',
      '^projections/(main|chores|mails|pushes)\\.ts$',
      ['^projections/', services('contracts', 'ledger', 'platform', 'accounts', 'businesses', 'audit')],
      'Only main.ts, chores.ts, mails.ts and pushes.ts of the worker may import accounts, businesses and audit.',
    ),
    layer(
      'api-knows-services-and-projections',
      services('api'),
      ['^services/', '^projections/'],
      'The API imports neither web nor infra.',
    ),
    layer(
      'web-knows-contracts-alone',
      '^web/',
      [services('contracts')],
      'The browser shares only the contracts with the server.',
    ),
    {
      name: 'nobody-imports-the-api',
      severity: 'error',
      comment: 'Nothing below the API imports it.',
      from: { path: '^(services|projections)/', pathNot: [services('api'), test] },
      to: { path: services('api') },
    },
    {
      name: 'nobody-imports-infra',
      severity: 'error',
      comment: 'The product does not import infra. Its tests may use infra/testing and infra/local.',
      from: { path: '^(services|projections|web)/' },
      to: { path: '^infra/', pathNot: '^infra/(testing|quality|local|migrations)/' },
    },
    {
      name: 'only-tests-import-test-services',
      severity: 'error',
      comment: 'Same as nobody-imports-infra, for the parts that tests may use.',
      from: { path: '^(services|projections|web)/', pathNot: test },
      to: { path: '^infra/(testing|quality|local|migrations)/' },
    },
    {
      name: 'read-models-stand-apart',
      severity: 'error',
      comment: 'A read model never imports another: it owns its tables, its projection and its queries.',
      from: { path: '^projections/([^/]+)/', pathNot: ['^projections/runtime/', test] },
      to: { path: '^projections/[^/]+/', pathNot: '^projections/($1|runtime)/' },
    },
    {
      name: 'runtime-knows-no-read-model',
      severity: 'error',
      comment: 'The runtime gets the read models as a parameter (projections/all.ts).',
      from: { path: '^projections/runtime/', pathNot: test },
      to: { path: '^projections/', pathNot: '^projections/runtime/' },
    },
    {
      name: 'features-stand-apart',
      severity: 'error',
      comment: 'A feature never imports another: shared code belongs to components or lib.',
      from: { path: '^web/features/([^/]+/[^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    layer(
      'web-lib-is-the-bottom',
      '^web/lib/',
      [services('contracts'), '^web/locales/'],
      'lib ← components ← features ← app.',
    ),
    layer(
      'web-components-know-lib',
      '^web/components/',
      ['^web/(lib|locales)/', services('contracts')],
      'lib ← components ← features ← app.',
    ),
    layer(
      'web-features-know-components',
      '^web/features/',
      ['^web/(components|lib|locales)/', services('contracts')],
      'lib ← components ← features ← app.',
    ),
    {
      name: 'web-runs-in-a-browser',
      severity: 'error',
      comment: 'No node: modules in the browser; the build and the tests may use them.',
      from: {
        path: '^web/',
        pathNot: ['^web/(vite(\\.server)?\\.config|font-licenses|offline-shell|page-preloads)\\.ts$', test],
      },
      to: { dependencyTypes: ['core'] },
    },
    door(
      'store-door',
      '(@eventstore|@grpc|google-protobuf)/',
      ['^services/platform/event-store/', '^infra/eventstore/', fromOutside],
      'Only the event store adapter and the embedded store use the client.',
    ),
    door(
      'queue-door',
      'bullmq/',
      ['^projections/runtime/wake/queue\\.ts$', '^services/platform/', fromOutside],
      'Only the wake-up queue and the platform use BullMQ.',
    ),
    door('metrics-door', 'prom-client/', ['^services/platform/metrics/'], 'Metrics have their names in one place.'),
    door(
      'traces-door',
      '@opentelemetry/',
      ['^services/platform/traces/span-sender\\.ts$'],
      'Traces that are off load no package.',
    ),
    door('http-door', '(fastify|@fastify)/', ['^services/api/', fromOutside], 'Only the API uses Fastify.'),
    door('widgets-door', '(radix-ui|@radix-ui)/', ['^web/components/'], 'Only components import the widget library.'),
    door('client-state-door', 'jotai/', ['^web/lib/'], 'Only lib holds state that screens share.'),
    {
      name: 'product-needs-no-test',
      severity: 'error',
      comment: 'Test helpers may import anything, so only tests may import them.',
      from: { path: '^(services|projections|web|infra/(local|eventstore|migrations|import))/', pathNot: test },
      to: { path: test },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'No circular imports, not even of types.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file without imports and importers is unused, except entry points and declarations.',
      from: {
        orphan: true,
        pathNot: [
          test,
          '\\.d\\.m?ts$',
          '(^|/)main\\.tsx?$',
          '\\.config\\.ts$',
          '^infra/bootstrap\\.mjs$',
          '^infra/quality/.*\\.cjs$',
          '\\.css$',
          '\\.json$',
          '^web/public/',
          '^web/lib/api/(service-worker|fetch-files)\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'Every import must resolve.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|\\?)' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: 'A package missing from package.json is installed only by accident.',
      from: { path: '^(services|projections|web|infra)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-package-in-the-product',
      severity: 'error',
      comment: 'npm start must not need development dependencies.',
      from: { path: '^(services|projections|web|infra/(local|eventstore|migrations|import))/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)\\.(data|cache|build)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}

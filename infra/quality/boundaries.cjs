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
      'Contracts are shared by API and web: they import nothing of ours.',
    ),
    {
      name: 'contracts-know-zod-and-hashes',
      severity: 'error',
      comment: 'Contracts run in the browser and in Node: zod, hashes and signatures, and nothing else.',
      from: { path: services('contracts'), pathNot: [test, '/verify/crypto-node\\.ts$'] },
      to: { dependencyTypes: [...packages, 'core'], pathNot: 'node_modules/(zod|@noble)/' },
    },
    layer('ledger-knows-contracts-alone', services('ledger'), [services('contracts')], 'The ledger is pure.'),
    {
      name: 'ledger-is-pure',
      severity: 'error',
      comment: 'No node: and no package but a cache in the ledger: clock, randomness and the store are handed in.',
      from: { path: services('ledger'), pathNot: test },
      to: { dependencyTypes: [...packages, 'core'], pathNot: 'node_modules/lru-cache/' },
    },
    layer(
      'platform-below-the-areas',
      services('platform'),
      [services('contracts', 'ledger')],
      'The outside systems know no business.',
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
      'What is proven about the log knows no people and no read models.',
    ),
    layer(
      'projections-below-the-api',
      '^projections/(?!(main|chores)\\.ts$)',
      ['^projections/', services('contracts', 'ledger', 'platform')],
      'A projection knows the log, not the commands.',
    ),
    layer(
      'worker-wires-services-alone',
      '^projections/(main|chores)\\.ts$',
      ['^projections/', services('contracts', 'ledger', 'platform', 'accounts', 'businesses', 'audit')],
      'The worker also does chores of the services: those and its main wire them.',
    ),
    layer(
      'api-knows-services-and-projections',
      services('api'),
      ['^services/', '^projections/'],
      'Nothing of web or infra in the API.',
    ),
    layer(
      'web-knows-contracts-alone',
      '^web/',
      [services('contracts')],
      'The browser shares the contracts with the server and nothing else.',
    ),
    {
      name: 'nobody-imports-the-api',
      severity: 'error',
      comment: 'The API is the top.',
      from: { path: '^(services|projections)/', pathNot: [services('api'), test] },
      to: { path: services('api') },
    },
    {
      name: 'nobody-imports-infra',
      severity: 'error',
      comment:
        'The product does not know how it is run. Its tests may use the services of infra/testing and infra/local.',
      from: { path: '^(services|projections|web)/' },
      to: { path: '^infra/', pathNot: '^infra/(testing|quality|local|migrations)/' },
    },
    {
      name: 'only-tests-import-test-services',
      severity: 'error',
      comment: 'As nobody-imports-infra, for the part that tests may use.',
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
      comment: 'The runtime is handed the read models (projections/all.ts).',
      from: { path: '^projections/runtime/', pathNot: test },
      to: { path: '^projections/', pathNot: '^projections/runtime/' },
    },
    {
      name: 'features-stand-apart',
      severity: 'error',
      comment: 'A feature never imports another: what two need belongs to components or lib.',
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
      comment: 'No node: in the browser; the build and the tests may.',
      from: {
        path: '^web/',
        pathNot: ['^web/(vite\\.config|font-licenses|offline-shell|page-preloads|split-words)\\.ts$', test],
      },
      to: { dependencyTypes: ['core'] },
    },
    door(
      'store-door',
      '(@eventstore|@grpc|google-protobuf)/',
      ['^services/platform/event-store/', '^infra/eventstore/', fromOutside],
      'One door to the event store.',
    ),
    door(
      'queue-door',
      'bullmq/',
      ['^projections/runtime/wake/queue\\.ts$', '^services/platform/', fromOutside],
      'One door to BullMQ.',
    ),
    door('http-door', '(fastify|@fastify)/', ['^services/api/', fromOutside], 'One door to Fastify.'),
    door('widgets-door', '(radix-ui|@radix-ui)/', ['^web/components/'], 'Only components know the widget library.'),
    door('client-state-door', 'jotai/', ['^web/lib/'], 'Only lib holds state that screens share.'),
    {
      name: 'product-needs-no-test',
      severity: 'error',
      comment: 'What only tests use may import anything, so nothing else may import it.',
      from: { path: '^(services|projections|web|infra/(local|eventstore|migrations|import))/', pathNot: test },
      to: { path: test },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Not in types either: a circle is read as a whole or not at all.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment:
        'A file that imports nothing and that nothing imports is forgotten. Entry points and declarations aside.',
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
      comment: 'Every import leads somewhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|\\?)' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: 'A package that package.json does not name is there by accident.',
      from: { path: '^(services|projections|web|infra)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-package-in-the-product',
      severity: 'error',
      comment: 'npm start must not need what only the tests need.',
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

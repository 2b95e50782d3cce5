/**
 * `style-src 'self'` forbids the <style> elements that two packages insert: sonner's rules come from its own style
 * sheet instead (components/feedback/toast.tsx), and the dialogs' scroll lock uses constructed style sheets
 * (lib/device/style-singleton.ts).
 */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { fontLicenses, LICENSES_FILE } from './font-licenses.ts'
import { offlineShell, WORKER_FILE } from './offline-shell.ts'
import { pagePreloads } from './page-preloads.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const withoutInjectedStyles: Plugin = {
  name: 'without-injected-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!/node_modules\/sonner\/dist\/index\.mjs/.test(id)) return null
    return { code: code.replace(/^__insertCSS\(.*\);?$/m, ''), map: null }
  },
}

/** Vite's own loader of import() cannot retry; ours can (lib/api/fetch-files.ts). */
const fetchedBeforeImport: Plugin = {
  name: 'fetched-before-import',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => `export { fetchThenImport as __vitePreload } from '${here('lib/api/fetch-files.ts')}'`,
  },
}

/**
 * One file, because thirty small ones compress a tenth worse, and a phone waits half a second for each six. Must not
 * need the schema library, which public pages go without.
 */
const SHELL = new RegExp(
  [
    'node_modules/react-dom/',
    'web/components/[a-z]+/(button|field|input|card|seed-mark|badge|toast|page-head|narrow-page|password-input|loading-screen|brand-icons|notice|tooltip)\\.tsx',
    'web/components/[a-z]+/lazy-(dialog|part)\\.tsx?',
    'web/features/person/switch-language/language-switcher\\.tsx',
    'web/app/route-table\\.ts',
    'web/lib/[a-z/]+/(use-words|use-action|new-key|class-names|format|use-format|api|api-error|storage|headers|i18n|support|legal-links|session|online|read-cache|fetch-code|fetch-files|lazy-page|reply|use-industry|come-back|business-of)\\.ts',
    'contracts/[a-z/]+/(page-metadata|rendered-pages|tenths|yerevan|formats|support)\\.ts',
    'vite/preload-helper',
  ].join('|'),
)

/** Icons of public pages, with the code that draws all: the others go to signed-in pages. */
const PUBLIC_ICONS =
  /lucide-react\/dist\/esm\/(?!icons\/|dynamic)|lucide-react\/dist\/esm\/icons\/(arrow-left|book-open-check|check|chevron-down|circle|circle-alert|crown|door-open|eye|eye-off|gift|globe|image-off|infinity|layout-dashboard|life-buoy|loader-circle|log-in|log-out|mail|mail-check|map-pin|menu|moon|pause|pen-line|phone|play|rotate-cw|search|smartphone|sprout|store|sun|user-round|wheat|wifi-off|x)\./
const OTHER_ICONS = /lucide-react\/dist\/esm\/icons\//
/** Shared by pages that read; forms go without. */
const READS =
  /web\/(lib\/[a-z/]+\/(read|read-down|web-link|month-of|use-kept|use-business-name|use-answer|read-provider|may-move-focus|language-of)|app\/public-reads|components\/[a-z]+\/(reading-state|empty-state|skeleton|use-go-to-new|written))\.tsx?|node_modules\/swr\//
const LISTS =
  /web\/(lib\/[a-z/]+\/(use-page|paging|use-printing|use-cursors)|components\/[a-z]+\/(print-note|pager|cursor-pager|turn-button|paged-list))\.tsx?/
const OUTBOX =
  /web\/lib\/outbox\/(use-award-outbox|award-outbox|waiting-store|server-clock|till-unlock)\.ts|node_modules\/idb\//
/** Shared by a shop's page and joining there. */
const SHOP =
  /web\/(app\/frames\/shows-code|components\/brand\/(business-logo|back-link|picture|prime-badge))\.tsx?|contracts\/calls\/directory\.ts/
const TABLES = /web\/components\/[a-z]+\/(table|side-scroll)\.tsx/
/** Shared by signed-in pages, with their schemas. */
const OWN =
  /web\/(lib\/[a-z/]+\/(sign-out|use-kept-reply|kept-replies|play-moment|is-still|buyer|counter|statement|figures|proven-statement|use-asked|save-file|use-cursors-of-entry|use-now|use-last|use-shown-before|following-form|use-spaced|use-visit-event|way-back|confirmed|audit-selection|sounds|use-invoice-words|use-picture|compress-image)|components\/[a-z]+\/(stat|acted-badge|seeds-celebration|download-link|span-choices|fold|view-only|fact-lines|day-input)|features\/owner\/(keep-perks\/perks|see-support-visits\/support-visits))\.tsx?/
const FORMS =
  /web\/(components\/[a-z]+\/(select|textarea|password-checklist)|lib\/forms\/carried-form)\.tsx?|contracts\/[a-z/]+\/(password-requirements|kind-names)\.ts/
/** Small files of the sign-in that other pages share. */
const ENTRY = /web\/(app\/frames\/entry\/auth-links|features\/visitor\/sign-in\/sign-in|lib\/device\/passkeys)\.tsx?/
/** For every form. */
const TYPED = /node_modules\/react-hook-form\/|web\/lib\/forms\/form-errors\.ts/

/** The schema library with shared schemas: separate files would each add a name to the first script. */
const SCHEMAS =
  /node_modules\/zod\/|web\/lib\/api\/any-reply\.ts|contracts\/[a-z/]+\/(strict-body|ids|names|numbers|phone|plans|contact-fields|business-kinds|session|passwords)\.ts/

const STAFF_PAGE = /assets\/(?:admin|audit|time-tr)-/

const apiAddress = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

export default defineConfig({
  root: here('.'),
  cacheDir: here('../.cache/vite'),
  plugins: [
    withoutInjectedStyles,
    fetchedBeforeImport,
    react(),
    tailwindcss(),
    offlineShell(),
    pagePreloads(),
    fontLicenses(),
  ],
  resolve: {
    alias: [
      { find: 'react-style-singleton', replacement: here('lib/device/style-singleton.ts') },
      // The package resolves to its development build, with warnings.
      { find: /^react-router$/, replacement: here('../node_modules/react-router/dist/production/index.mjs') },
      { find: /^react-router\/dom$/, replacement: here('../node_modules/react-router/dist/production/dom-export.mjs') },
    ],
  },
  json: { namedExports: false, stringify: true },
  build: {
    outDir: here('../.build/web'),
    emptyOutDir: true,
    // No data: addresses, so that the policy needs no exception for fonts or pictures.
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    // Licences that must accompany third-party code.
    license: { fileName: LICENSES_FILE },
    // The first script lists each page's files; the lists of staff pages would slow everyone down. Browsers without
    // modulepreload load without it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed) =>
        STAFF_PAGE.test(file) ? needed.filter((one) => one.endsWith('.css')) : needed,
    },
    rolldownOptions: {
      input: { index: here('index.html'), 'service-worker': here('lib/api/service-worker.ts') },
      // Omits the file lists of staff pages from everyone's first script. Browsers without modulepreload load without
      // it.
      output: {
        codeSplitting: {
          minShareCount: 2,
          groups: [
            { name: 'shell', test: SHELL },
            { name: 'icons', test: PUBLIC_ICONS },
            { name: 'own', test: OTHER_ICONS },
            { name: 'reads', test: READS },
            { name: 'lists', test: LISTS },
            { name: 'outbox', test: OUTBOX },
            { name: 'shop', test: SHOP },
            { name: 'tables', test: TABLES },
            { name: 'own', test: OWN },
            { name: 'forms', test: FORMS },
            { name: 'entry', test: ENTRY },
            { name: 'typed', test: TYPED },
            { name: 'schemas', test: SCHEMAS },
          ],
        },
        // The first script names a hundred files: their names are cut, and seven characters of a hash are the minimum.
        entryFileNames: ({ name }) => (name === 'service-worker' ? WORKER_FILE : 'assets/[name]-[hash:7].js'),
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${/locales\/(\w+)\/\w+\.json$/.exec(facadeModuleId ?? '')?.[1] ?? name.slice(0, 7)}-[hash:7].js`,
      },
    },
  },
  // The first script names a hundred files, and hashes do not compress; seven is the build's minimum.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/dev', '/licenses.md'].map((path) => [path, { target: apiAddress, changeOrigin: false }]),
    ),
  },
})

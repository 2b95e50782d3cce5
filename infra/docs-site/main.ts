/** `npm run docs`: writes the documents as a site to `.build/docs` and names its first page. */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSite } from './build-site.ts'

const folder = join(fileURLToPath(new URL('../..', import.meta.url)), '.build/docs')
const { files } = buildSite(folder)
console.log(`${files.length} pages: ${pathToFileURL(join(folder, 'index.html')).href}`)

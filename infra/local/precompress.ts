/** Compressed forms beside the files of a build: made once, so that no answer has to wait for the best compression (performance). */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Text of the app. Pictures and fonts are compressed already; the page itself is made anew for every address. */
const TEXT = /\.(js|css|svg|json|txt|md)$/
/** Less fits one packet as it is. */
const FROM_BYTES = 1_400

/** Writes `<file>.br` and `<file>.gz` for every file of a folder that gains by it. */
export async function precompress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files) {
    const bytes = await readFile(file)
    if (bytes.length < FROM_BYTES) continue
    const small = await Promise.all([
      brotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
      zip(bytes, { level: 9 }),
    ])
    await Promise.all([writeFile(`${file}.br`, small[0]), writeFile(`${file}.gz`, small[1])])
  }
}

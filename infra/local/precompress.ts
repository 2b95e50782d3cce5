/** Precompresses the files of a build, because the best compression is too slow per request. */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Without images and fonts (already compressed) and HTML (rendered per address). */
const TEXT = /\.(js|css|svg|json|txt|md)$/
/** Smaller files fit one packet. */
const FROM_BYTES = 1_400

/** Writes `<file>.br` and `<file>.gz` where they are smaller. */
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

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { precompress } from './precompress.ts'

describe('precompressed files', () => {
  it('exist beside scripts and styles, have the same content, and are omitted without gain', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hatik-build-'))
    const script = 'const grain = 1\n'.repeat(500)
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets/app.js'), script)
    writeFileSync(join(folder, 'assets/tiny.js'), 'grain')
    writeFileSync(join(folder, 'assets/font.woff2'), Buffer.alloc(5_000))
    writeFileSync(join(folder, 'index.html'), script)
    writeFileSync(join(folder, 'licenses.md'), script)
    await precompress(folder)
    expect(readdirSync(join(folder, 'assets')).sort()).toEqual([
      'app.js',
      'app.js.br',
      'app.js.gz',
      'font.woff2',
      'tiny.js',
    ])
    expect(readdirSync(folder).sort()).toEqual([
      'assets',
      'index.html',
      'licenses.md',
      'licenses.md.br',
      'licenses.md.gz',
    ])
    expect(String(brotliDecompressSync(readFileSync(join(folder, 'assets/app.js.br'))))).toBe(script)
    expect(String(gunzipSync(readFileSync(join(folder, 'assets/app.js.gz'))))).toBe(script)
    rmSync(folder, { recursive: true })
  })
})

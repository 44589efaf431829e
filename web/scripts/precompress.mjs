// Lays a Brotli and a gzip copy beside every text file of the build, so that the server never compresses while it serves.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url))
const textTypes = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest'])
// Below this a compressed copy saves no network packet.
const smallest = 1024

const files = await readdir(dist, { recursive: true, withFileTypes: true })
for (const file of files) {
  if (!file.isFile() || file.parentPath.includes('.vite') || !textTypes.has(extname(file.name))) continue
  const path = join(file.parentPath, file.name)
  const bytes = await readFile(path)
  if (bytes.length < smallest) continue
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  await writeFile(
    `${path}.br`,
    await promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  )
}

// Fails the build when the login page needs more JavaScript than the product allows for its first load.
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { firstLoadFiles } from './first-load-files.mjs'

const limit = 250_000
const dist = new URL('../dist/', import.meta.url)

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'))
let total = 0
for (const file of firstLoadFiles(manifest)) {
  const size = gzipSync(await readFile(new URL(file, dist)), { level: 9 }).length
  total += size
  console.log(`${(size / 1000).toFixed(1).padStart(7)} kB gzip  ${file}`)
}
console.log(
  `${(total / 1000).toFixed(1).padStart(7)} kB gzip  first load of the login page (limit ${limit / 1000} kB)`,
)
if (total > limit) process.exit(1)

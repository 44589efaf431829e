// Fails the build when the sign-in page needs more JavaScript or more requests than the product allows for its first load,
// or the editor more JavaScript. Adds the figures to the table that BENCH_TABLE names.
import { appendFile, readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { editorFiles, firstLoadFiles, languages } from './first-load-files.mjs'

const mostBytes = 120_000
const mostRequests = 15
const mostOfEditor = 350_000
// The page itself, the logo and the icon of the tab.
const otherRequests = 3
const dist = new URL('../dist/', import.meta.url)

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'))
const inKilobytes = (size) => `${(size / 1000).toFixed(1).padStart(7)} kB gzip`

/** The size of all scripts among the files; prints each. */
async function scriptsOf(files) {
  let total = 0
  for (const file of files.filter((each) => each.endsWith('.js'))) {
    const size = gzipSync(await readFile(new URL(file, dist)), { level: 9 }).length
    total += size
    console.log(`${inKilobytes(size)}  ${file}`)
  }
  return total
}

/** Adds a figure with its bound to the table of `make bench`: see crates/testkit/benches/product/table.rs. */
async function tell(what, measured, bound, unit) {
  if (!process.env.BENCH_TABLE) return
  const within = measured <= bound ? 'yes' : 'NO'
  const line = [what, `${measured} ${unit}`, `at most ${bound}`, (measured / bound).toFixed(2), within].join(
    '\t',
  )
  await appendFile(process.env.BENCH_TABLE, `${line}\n`)
}
const rounded = (size) => Math.round(size / 100) / 10

for (const language of languages) {
  const files = firstLoadFiles(manifest, language)
  const total = await scriptsOf(files)
  const requests = files.length + otherRequests
  console.log(
    `${inKilobytes(total)} in ${requests} requests  first load of the sign-in page, ${language} ` +
      `(limit ${mostBytes / 1000} kB, ${mostRequests} requests)`,
  )
  await tell(`JavaScript of the sign-in page, gzip, ${language}`, rounded(total), mostBytes / 1000, 'kB')
  await tell(`requests of the sign-in page, ${language}`, requests, mostRequests, '')
  if (total > mostBytes || requests > mostRequests) process.exitCode = 1
}

const editor = await scriptsOf(editorFiles(manifest))
console.log(`${inKilobytes(editor)}  editor (limit ${mostOfEditor / 1000} kB)`)
await tell('JavaScript of the editor, gzip', rounded(editor), mostOfEditor / 1000, 'kB')
if (editor > mostOfEditor) process.exitCode = 1

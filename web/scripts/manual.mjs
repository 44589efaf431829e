// manual.mjs SOURCE OUT: makes the pages of the user manual, English and Chinese, with a search index and a page to print.
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readBook } from './manual-book.mjs'
import { books, page } from './manual-page.mjs'

const [source, out] = process.argv.slice(2)

async function writeBook(folder, book) {
  const { parts, chapters, printed } = await readBook(join(source, folder, 'src'))
  const write = (name, text) => writeFile(join(out, folder, name), text)
  await mkdir(join(out, folder), { recursive: true })
  for (const [at, chapter] of chapters.entries()) {
    const beside = { previous: chapters[at - 1], next: chapters[at + 1] }
    const html = page({ book, parts, chapter, content: chapter.html, ...beside })
    await write(`${chapter.name}.html`, html)
    if (at === 0) await write('index.html', html)
  }
  await write('print.html', page({ book, parts, content: printed }))
  const sections = chapters.flatMap((chapter) => chapter.sections)
  // A script, since the manual's policy lets pages load nothing else that holds text.
  await write('search.js', `window.manualSections = ${JSON.stringify(sections)}\n`)
  await cp(join(source, folder, 'src/images'), join(out, folder, 'images'), { recursive: true, force: true })
}

for (const [folder, book] of Object.entries(books)) await writeBook(folder, book)
for (const file of [
  'index.html',
  'landing.css',
  'landing.js',
  'theme/book.css',
  'theme/book.js',
  'theme/favicon.svg',
])
  await copyFile(join(source, file), join(out, basename(file)))

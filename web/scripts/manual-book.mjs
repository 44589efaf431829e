// Reads one language of the user manual: its table of contents (SUMMARY.md) and its chapters.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Lexer, Parser, Renderer, walkTokens } from 'marked'

/**
 * Reads the parts and chapters in `folder`, with each chapter as HTML and as sections for the search. `printed` holds all
 * chapters for one page. A link to a chapter or heading that does not exist is an error.
 */
export async function readBook(folder) {
  const parts = readContents(await readFile(join(folder, 'SUMMARY.md'), 'utf8'))
  const chapters = parts.flatMap((part) => part.chapters)
  for (const chapter of chapters) {
    chapter.tokens = Lexer.lex(await readChapter(join(folder, `${chapter.name}.md`)))
    nameHeadings(chapter.tokens)
  }
  for (const chapter of chapters) {
    chapter.html = toHtml(chapter.tokens, new PageRenderer(chapter, chapters))
    chapter.sections = sections(chapter)
  }
  return { parts, chapters, printed: chapters.map((chapter) => printedChapter(chapter, chapters)).join('') }
}

/** The first heading is the title of the list itself; every other one begins a part, and each link is a chapter. */
function readContents(summary) {
  const parts = []
  walkTokens(Lexer.lex(summary), (token) => {
    if (token.type === 'heading')
      parts.push({ title: parts.length > 0 ? token.text : undefined, chapters: [] })
    if (token.type === 'link')
      parts.at(-1).chapters.push({ name: token.href.replace(/\.md$/, ''), title: token.text })
  })
  return parts
}

/** `{{#include FILE:NAME}}` stands for the lines of another file between the comments `ANCHOR: NAME` and `ANCHOR_END: NAME`. */
async function readChapter(path) {
  let text = await readFile(path, 'utf8')
  for (const [include, file, name] of text.matchAll(/\{\{#include (\S+?):(\w+)\}\}/g)) {
    const other = await readFile(join(dirname(path), file), 'utf8')
    const lines = other.match(new RegExp(`ANCHOR: ${name}\\b.*\\n([^]*?)\\n.*ANCHOR_END: ${name}\\b`))
    if (!lines) throw new Error(`${path}: ${file} has no anchor ${name}`)
    text = text.replace(include, () => lines[1])
  }
  return text
}

/** The id of a heading is its text in lower case, with dashes; a number tells equal ones apart. */
function nameHeadings(tokens) {
  const used = new Map()
  for (const heading of tokens.filter((token) => token.type === 'heading')) {
    const id = plainText(Parser.parseInline(heading.tokens))
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
      .replace(/\s/g, '-')
    const before = used.get(id) ?? 0
    used.set(id, before + 1)
    heading.id = before === 0 ? id : `${id}-${before}`
  }
}

class PageRenderer extends Renderer {
  constructor(chapter, chapters) {
    super()
    this.chapter = chapter
    this.chapters = chapters
  }

  /** How a heading, or without one the whole chapter, is addressed from this page. */
  address(chapter, heading) {
    const page = chapter === this.chapter && heading ? '' : `${chapter.name}.html`
    return heading ? `${page}#${heading}` : page
  }

  heading(token) {
    const [, id] = this.address(this.chapter, token.id).split('#')
    const content = this.parser.parseInline(token.tokens)
    return `<h${token.depth} id="${id}"><a class="header" href="#${id}">${content}</a></h${token.depth}>\n`
  }

  link(token) {
    const [file, heading] = token.href.split('#')
    if (/^\w+:/.test(file)) return super.link(token)
    const target = file === '' ? this.chapter : this.chapters.find((one) => `${one.name}.md` === file)
    if (!target || (heading && !target.tokens.some((one) => one.id === heading)))
      throw new Error(`${this.chapter.name}.md: no such place in the manual: ${token.href}`)
    return super.link({ ...token, href: this.address(target, heading) })
  }

  table(token) {
    return `<div class="table-wrapper">\n${super.table(token)}</div>\n`
  }

  text(token) {
    if (token.tokens) return super.text(token)
    const text = token.text.replace(/"([^"]*)"/g, '“$1”').replaceAll("'", '’')
    // Markdown sees no end of emphasis between Chinese punctuation and a character.
    return super.text({ ...token, text }).replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
  }
}

/** All chapters stand on one page, so an address is an id that begins with the name of the chapter. */
class PrintRenderer extends PageRenderer {
  address(chapter, heading) {
    return heading ? `#${chapter.name}-${heading}` : `#${chapter.name}`
  }
}

function toHtml(tokens, renderer) {
  return Parser.parse(tokens, { renderer })
}

function printedChapter(chapter, chapters) {
  const html = toHtml(chapter.tokens, new PrintRenderer(chapter, chapters))
  return `<section id="${chapter.name}" class="page-break">\n${html}</section>\n`
}

/** One entry of the search index per heading, with the text up to the next one. */
function sections(chapter) {
  return chapter.html.split(/(?=<h\d id=)/).map((html) => {
    const [, id, heading, body] = html.match(/^<h\d id="([^"]*)">(.*)<\/h\d>\n(.*)$/s)
    return {
      url: `${chapter.name}.html#${id}`,
      chapter: chapter.title,
      title: plainText(heading),
      body: plainText(body),
    }
  })
}

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

function plainText(html) {
  return html
    .replace(/<\/?(p|li|h\d|t[dh]|tr|pre|div|blockquote)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity])
    .replace(/\s+/g, ' ')
    .trim()
}

'use strict'
// Search in the index of words. Its parts are loaded when somebody searches for a word that begins so.
;(function () {
  const maxWord = 40
  const parts = 64
  const maxResults = 200
  const loaded = new Map()

  /** Called by the parts of the index. */
  site.words = function (part, words) {
    loaded.set(part, words)
  }

  const isUnspaced = (c) => {
    const code = c.codePointAt(0)
    return (
      (code >= 0x3040 && code <= 0x30ff) ||
      (code >= 0x3400 && code <= 0x4dbf) ||
      (code >= 0x4e00 && code <= 0x9fff) ||
      (code >= 0xac00 && code <= 0xd7af) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0x20000 && code <= 0x3ffff)
    )
  }
  const isLetter = (c) => /[\p{Alphabetic}\p{N}]/u.test(c)
  const isPlain = (c) => /^[a-z0-9]$/.test(c)

  /** What a reader typed as words of the index; pairs and single characters of Chinese are whole words. */
  site.split = function (query) {
    const terms = []
    let word = ''
    let run = []
    const end = () => {
      if (word) terms.push({ text: [...word].slice(0, maxWord).join(''), whole: false })
      if (run.length === 1) terms.push({ text: run[0], whole: true })
      for (let at = 1; at < run.length; at += 1) terms.push({ text: run[at - 1] + run[at], whole: true })
      word = ''
      run = []
    }
    for (const c of query.toLowerCase()) {
      if (isUnspaced(c)) {
        if (word) end()
        run.push(c)
      } else if (isLetter(c)) {
        if (run.length > 0) end()
        word += c
      } else {
        end()
      }
    }
    end()
    return terms
  }

  /** The parts of the index that can have a word, or words that begin with it. */
  function partsOf({ text }) {
    const [first, second] = [...text]
    if (!isPlain(first)) return [(first.codePointAt(0) % parts) + '-']
    if (second === undefined) return site.content.parts.filter((part) => part.length === 2 && part[0] === first)
    return [first + (isPlain(second) ? second : '_')]
  }

  /** The pages that have a word. */
  async function pagesOf(term) {
    const pages = new Set()
    for (const part of partsOf(term).filter((each) => site.content.parts.includes(each))) {
      if (!loaded.has(part)) await site.load('data/words-' + part + '.js')
      for (const [word, steps] of Object.entries(loaded.get(part) || {})) {
        if (term.whole ? word !== term.text : !word.startsWith(term.text)) continue
        let page = 0
        for (const step of steps) {
          page += step
          pages.add(page)
        }
      }
    }
    return pages
  }

  /** The modules with all words of a query: first those whose title or code has them. */
  site.find = async function (query) {
    const terms = site.split(query)
    if (terms.length === 0) return { modules: [], total: 0 }
    let found
    for (const term of terms) {
      const pages = await pagesOf(term)
      found = found === undefined ? pages : new Set([...found].filter((page) => pages.has(page)))
      if (found.size === 0) break
    }
    const inHead = (page) => {
      const [, code, , title] = site.content.modules[page]
      const head = (title + ' ' + code).toLowerCase()
      return terms.every(({ text }) => head.includes(text)) ? 0 : 1
    }
    const ordered = [...found]
      .filter((page) => site.content.modules[page])
      .map((page) => [inHead(page), page])
      .sort(([a, first], [b, second]) => a - b || first - second)
    return { modules: ordered.slice(0, maxResults).map(([, page]) => page), total: ordered.length }
  }

  /** Marks the words of a query in a text, and returns the first mark. */
  site.mark = function (within, query) {
    const terms = site.split(query)
    if (terms.length === 0) return undefined
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    let first
    let left = 500
    for (const text of texts) {
      const ranges = rangesIn(text.data, terms, left)
      left -= ranges.length
      for (const [from, to] of ranges.reverse()) {
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, to)
        const mark = document.createElement('mark')
        range.surroundContents(mark)
      }
      if (!first) first = within.querySelector('mark')
      if (left <= 0) break
    }
    return first || undefined
  }

  /** The character that ends before a place of a text. */
  function before(text, at) {
    if (at === 0) return ' '
    const last = text.charCodeAt(at - 1)
    // The second half of a pair is no character of its own.
    return String.fromCodePoint(text.codePointAt(last >= 0xdc00 && last <= 0xdfff && at > 1 ? at - 2 : at - 1))
  }

  /** Where words of a query stand in a text, up to a number. */
  function rangesIn(text, terms, most) {
    const lower = text.toLowerCase()
    // A letter whose lower case is longer would shift everything behind it.
    if (lower.length !== text.length) return []
    const ranges = []
    for (const { text: word, whole } of terms) {
      let count = 0
      for (let at = lower.indexOf(word); at >= 0 && count < most; at = lower.indexOf(word, at + word.length)) {
        const last = before(lower, at)
        if (whole || !isLetter(last) || isUnspaced(last)) {
          ranges.push([at, at + word.length])
          count += 1
        }
      }
    }
    ranges.sort(([a], [b]) => a - b)
    const joined = ranges.reduce((kept, range) => {
      const last = kept[kept.length - 1]
      if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
      else kept.push(range)
      return kept
    }, [])
    return joined.slice(0, most)
  }
})()

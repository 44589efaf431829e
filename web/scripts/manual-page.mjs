// The frame around each page of the user manual. It has no inline script or style: the manual's policy allows none.

export const books = {
  en: {
    lang: 'en-US',
    title: 'Airfolio User Manual',
    description: 'How to use and run Airfolio, the web CSDB for aircraft technical publications.',
    other: { folder: 'zh', lang: 'zh-CN', name: '中文' },
    words: {
      contents: 'Contents',
      copied: 'Copied',
      copy: 'Copy',
      found: 'Search results',
      next: 'Next →',
      nothing: 'Nothing found',
      placeholder: 'Search the manual (press /)',
      previous: '← Previous',
      print: 'Print all',
      search: 'Search the manual',
      skip: 'Skip to content',
      tools: 'Tools',
      turn: 'Next and previous chapter',
    },
  },
  zh: {
    lang: 'zh-CN',
    title: 'Airfolio 用户手册',
    description: 'Airfolio 航空技术出版物网络 CSDB 的使用与运维说明。',
    other: { folder: 'en', lang: 'en', name: 'English' },
    words: {
      contents: '目录',
      copied: '已复制',
      copy: '复制',
      found: '搜索结果',
      next: '下一章 →',
      nothing: '没有找到相关内容',
      placeholder: '搜索手册（按 / 键）',
      previous: '← 上一章',
      print: '打印全书',
      search: '搜索手册',
      skip: '跳到正文',
      tools: '工具',
      turn: '翻页',
    },
  },
}

/** A whole page. `chapter` is the one on it; without it the page shows all of them, to be printed. */
export function page({ book, parts, chapter, content, previous, next }) {
  const { words } = book
  return `<!DOCTYPE html>
<html lang="${book.lang}" class="no-js">
<head>
  <meta charset="utf-8">
  <title>${chapter ? `${chapter.title} - ` : ''}${book.title}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="description" content="${book.description}">
  ${chapter ? '' : '<meta name="robots" content="noindex">'}
  <link rel="icon" href="../favicon.svg">
  <link rel="stylesheet" href="../book.css">
  <script src="../book.js" defer></script>
</head>
<body data-none="${words.nothing}" data-some="${words.found}" data-copy="${words.copy}" data-copied="${words.copied}"${chapter ? '' : ' data-print'}>
  <a class="skip" href="#content">${words.skip}</a>
  <header class="bar">
    <button type="button" id="menu" class="menu" aria-expanded="false" aria-controls="contents" aria-label="${words.contents}">
      <span></span><span></span><span></span>
    </button>
    <a class="brand" href="introduction.html" aria-label="${book.title}">
      <img src="../favicon.svg" alt="" width="28" height="28">
      <span>${book.title}</span>
    </a>
    <form id="search" class="search" role="search">
      <input id="query" type="search" autocomplete="off" placeholder="${words.placeholder}" aria-label="${words.search}">
    </form>
    <nav class="tools" aria-label="${words.tools}">
      <a href="print.html">${words.print}</a>
      <a id="other" lang="${book.other.lang}" hreflang="${book.other.lang}" href="../${book.other.folder}/${chapter?.name ?? 'print'}.html">${book.other.name}</a>
    </nav>
  </header>
  <div class="columns">
    <nav id="contents" class="contents" aria-label="${words.contents}">
      <ol>
${parts.map((part) => listed(part, chapter)).join('')}      </ol>
    </nav>
    <div class="sheet">
      <div id="results" class="results" role="region" aria-live="polite" aria-label="${words.found}" hidden></div>
      <main id="content" tabindex="-1">
${content}      </main>
      <nav class="turn" aria-label="${words.turn}">
        ${previous ? `<a rel="prev" href="${previous.name}.html">${words.previous}</a>` : ''}
        ${next ? `<a rel="next" href="${next.name}.html">${words.next}</a>` : ''}
      </nav>
    </div>
  </div>
</body>
</html>
`
}

function listed(part, current) {
  const title = part.title ? `        <li class="part-title">${part.title}</li>\n` : ''
  const chapters = part.chapters.map((chapter) => {
    const mark = chapter === current ? ' aria-current="page"' : ''
    return `        <li><a href="${chapter.name}.html"${mark}>${chapter.title}</a></li>\n`
  })
  return title + chapters.join('')
}

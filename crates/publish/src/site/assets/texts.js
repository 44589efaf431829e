'use strict'
// Texts of the site in both languages, and the object that all its scripts share. Classic scripts: browsers refuse
// modules and requests to pages on disk.

var site = {
  texts: {
    en: {
      language: 'English',
      skip: 'Skip to the text',
      contents: 'Contents',
      showContents: 'Show contents',
      hideContents: 'Hide contents',
      open: 'Open {{name}}',
      close: 'Close {{name}}',
      more: 'Show more',
      search: 'Search',
      searchHint: 'Search this manual',
      results: 'Search results',
      found: '{{count}} found',
      foundFirst: 'The first {{count}} found',
      nothing: 'Nothing found. Try fewer or shorter words.',
      searching: 'Searching…',
      notLoaded: 'A part of the index is missing. Unpack the whole archive into one folder.',
      closeResults: 'Close search results',
      effectivity: 'Effectivity',
      all: 'All aircraft',
      aircraft: 'Aircraft',
      products: 'Products',
      outside: 'Not applicable',
      hide: 'Hide',
      grey: 'Show in grey',
      hidden: '{{count}} not applicable to {{name}}',
      notShown: 'Not shown, applicable to: {{text}}',
      alternateHidden: '{{code}}: does not apply',
      moreChoices: '{{count}} more cannot be chosen',
      moduleHidden: 'This module does not apply to {{name}}.',
      showAnyway: 'Show anyway',
      notApplicable: 'not applicable',
      previous: 'Previous',
      next: 'Next',
      print: 'Print',
      table: 'Table',
      zoomIn: 'Zoom in',
      zoomOut: 'Zoom out',
      fit: 'Fit',
      openPicture: 'Open image',
      options: 'Options',
      revision: 'Revision',
      date: 'Newest content',
      operator: 'Operator',
      product: 'Aircraft model',
      manualType: 'Manual type',
      publishedFor: 'Published for',
      validFrom: 'Temporary revision, valid from',
      validUntil: 'until',
      draft: 'Draft. Not approved for use.',
      waiting: 'Valid only with the approval that is recorded in its manifest (manifest.json).',
    },
    zh: {
      language: '中文',
      skip: '跳到正文',
      contents: '目录',
      showContents: '显示目录',
      hideContents: '隐藏目录',
      open: '展开 {{name}}',
      close: '收起 {{name}}',
      more: '显示更多',
      search: '搜索',
      searchHint: '搜索本手册',
      results: '搜索结果',
      found: '找到 {{count}} 项',
      foundFirst: '前 {{count}} 项结果',
      nothing: '未找到结果。请减少或缩短词语。',
      searching: '正在搜索…',
      notLoaded: '索引缺少一部分。请将整个压缩包解压到同一文件夹。',
      closeResults: '关闭搜索结果',
      effectivity: '适用航空器',
      all: '全部航空器',
      aircraft: '航空器',
      products: '产品（机型）',
      outside: '不适用内容',
      hide: '隐藏',
      grey: '灰色显示',
      hidden: '{{count}} 处不适用于 {{name}}',
      notShown: '未显示，适用于：{{text}}',
      alternateHidden: '{{code}}：不适用',
      moreChoices: '另有 {{count}} 项无法选择',
      moduleHidden: '此模块不适用于 {{name}}。',
      showAnyway: '仍然显示',
      notApplicable: '不适用',
      previous: '上一个',
      next: '下一个',
      print: '打印',
      table: '表格',
      zoomIn: '放大',
      zoomOut: '缩小',
      fit: '适合窗口',
      openPicture: '打开图片',
      options: '选项',
      revision: '修订号',
      date: '最新内容日期',
      operator: '运营人',
      product: '机型',
      manualType: '手册类型',
      publishedFor: '适用于',
      validFrom: '临时修订，有效期自',
      validUntil: '至',
      draft: '草稿，未经批准使用。',
      waiting: '仅在出版物清单（manifest.json）中记有批准时有效。',
    },
  },
  content: null,
  /** Called by `data/site.js`. */
  data: function (content) {
    site.content = content
  },
}

/** The language of the interface: from the address, from the last visit, or from the browser. */
site.ui = (function () {
  const known = (code) => (site.texts[code] ? code : undefined)
  const asked = new URLSearchParams(location.search).get('ui')
  return (
    known(asked) ||
    known(recall('ui')) ||
    known((navigator.language || '').slice(0, 2).toLowerCase()) ||
    'en'
  )
})()

/** A text with its values. */
site.t = function (key, values) {
  const text = site.texts[site.ui][key] || key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String((values || {})[name]))
}

// Some browsers keep nothing for pages on disk; then the address alone carries what was chosen.
function recall(name) {
  try {
    return localStorage.getItem('airfolio-site-' + name) || ''
  } catch {
    return ''
  }
}

function remember(name, value) {
  try {
    localStorage.setItem('airfolio-site-' + name, value)
  } catch {
    // The address still has it.
  }
}

/** An element with attributes and children. */
site.element = function (name, attributes, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children)
  return element
}

/** Loads a script of the site once; the promise fails when it is not there. */
site.load = (function () {
  const loading = new Map()
  return function (path) {
    if (!loading.has(path)) {
      loading.set(
        path,
        new Promise((resolve, reject) => {
          const script = site.element('script', { src: document.documentElement.dataset.root + path })
          script.addEventListener('load', () => resolve())
          script.addEventListener('error', () => reject(new Error(path)))
          document.head.append(script)
        }),
      )
    }
    return loading.get(path)
  }
})()

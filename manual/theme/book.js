// The behaviour of the manual's pages. One file for both languages; the words
// come from data attributes of the page.
'use strict'

const body = document.body
const root = document.documentElement
const words = body.dataset
root.classList.remove('no-js')

function setUpMenu() {
  const button = document.getElementById('menu')
  const set = open => {
    root.classList.toggle('menu-open', open)
    button.setAttribute('aria-expanded', String(open))
  }
  button.addEventListener('click', () => set(!root.classList.contains('menu-open')))
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') set(false)
  })
}

function addCopyButtons() {
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = words.copy
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent)
      button.textContent = words.copied
    })
    block.append(button)
  }
}

// A table that scrolls sideways must be reachable by keyboard.
function makeWideTablesFocusable() {
  for (const wrapper of document.querySelectorAll('.table-wrapper')) {
    if (wrapper.scrollWidth > wrapper.clientWidth) wrapper.tabIndex = 0
  }
}

// The manual is small: looking for the text itself is quick, and serves both languages.
let sections

function loadSections() {
  sections ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = 'search.js'
    script.onload = () => resolve(window.manualSections)
    script.onerror = reject
    document.head.append(script)
  })
  return sections
}

function score(section, terms) {
  const title = section.title.toLowerCase()
  const text = section.body.toLowerCase()
  let sum = 0
  for (const term of terms) {
    if (title.includes(term)) sum += 10
    else if (text.includes(term)) sum += 1
    else return 0
  }
  return sum
}

function excerpt(text, term) {
  const at = Math.max(0, text.toLowerCase().indexOf(term))
  const from = Math.max(0, at - 60)
  const piece = text.slice(from, at + term.length + 120)
  return (from > 0 ? '…' : '') + piece + (from + piece.length < text.length ? '…' : '')
}

function resultItem(section, term) {
  const link = document.createElement('a')
  link.href = section.url
  link.textContent = `${section.chapter} » ${section.title}`
  const text = document.createElement('p')
  text.textContent = excerpt(section.body, term)
  const item = document.createElement('li')
  item.append(link, text)
  return item
}

async function showResults(query) {
  const box = document.getElementById('results')
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) {
    box.hidden = true
    box.replaceChildren()
    return
  }
  const found = (await loadSections())
    .map(section => ({ section, score: score(section, terms) }))
    .filter(hit => hit.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 20)
  const head = document.createElement('h2')
  head.textContent = found.length > 0 ? `${words.some} (${found.length})` : words.none
  const list = document.createElement('ul')
  list.append(...found.map(hit => resultItem(hit.section, terms[0])))
  box.replaceChildren(head, list)
  box.hidden = false
}

function setUpSearch() {
  const input = document.getElementById('query')
  input.addEventListener('input', () => showResults(input.value))
  document.getElementById('search').addEventListener('submit', event => {
    event.preventDefault()
    showResults(input.value)
  })
  document.getElementById('results').addEventListener('click', event => {
    if (event.target.closest('a')) {
      input.value = ''
      showResults('')
    }
  })
  document.addEventListener('keydown', event => {
    const typing = event.target.closest?.('input, textarea')
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      input.focus()
    }
    if (event.key === 'Escape' && typing) {
      input.value = ''
      showResults('')
    }
  })
}

setUpMenu()
addCopyButtons()
makeWideTablesFocusable()
setUpSearch()
if (body.hasAttribute('data-print')) window.addEventListener('load', () => window.print())

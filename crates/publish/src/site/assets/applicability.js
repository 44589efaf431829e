'use strict'
// What applies to the chosen aircraft: every annotated piece has one letter for each choice, decided when the site was
// written. A piece that is hidden leaves a note in its place; cells, rows and items of lists stay where they are, so that
// no value moves under another heading and no number changes.
;(function () {
  const { element, t } = site
  const words = { y: 'yes', n: 'no', u: 'unknown' }
  const emptied = new Set(['CAPTION', 'DD', 'DT', 'FIGCAPTION', 'LI', 'SUMMARY', 'TD', 'TH'])
  const inLine = new Set(['A', 'ABBR', 'B', 'CODE', 'DEL', 'EM', 'I', 'INS', 'SPAN', 'STRONG', 'SUB', 'SUP', 'U'])
  const groups = new Set(['THEAD', 'TBODY', 'TFOOT'])
  const label = '.s1d-applic-label'
  /** What was hidden last, to be shown again. */
  const undo = []
  const hidden = new Set()

  /** The letter of a text for a choice; an empty text applies to all. */
  site.letter = function (number, index) {
    const letters = site.content.letters[number] || ''
    return letters === '' ? 'y' : letters[index]
  }

  /**
   * Whether an entry of the contents or a module does not apply to a choice. The contents may limit what applies
   * everywhere otherwise: a module that is no entry, as in the results of a search, is outside when all its places are.
   */
  site.isOutside = function (entry, module, index) {
    if (index < 0) return false
    const { entries, modules } = site.content
    const own = entries[entry]
    const target = module ?? own?.[2]
    if (modules[target] && site.letter(modules[target][5], index) === 'n') return true
    const places = own ? [own] : entries.filter((each) => each[2] === target)
    return places.length > 0 && places.every((each) => site.letter(each[3], index) === 'n')
  }

  /** Shows a page for a choice, which is negative for all aircraft; gives the number of pieces that do not apply. */
  site.judge = function (page, index, hide) {
    for (const step of undo.splice(0).reverse()) step()
    hidden.clear()
    let count = 0
    for (const piece of document.querySelectorAll('.rd-article [data-applic-id]')) {
      piece.dataset.written ??= piece.dataset.applic
      // A piece that is not listed applies to all.
      const [letters, text] = page.pieces[piece.dataset.applicId] ?? []
      const own = letters === undefined ? 'y' : letters[index]
      const around = index >= 0 && piece.parentElement.closest('[data-applic="no"]') !== null
      piece.dataset.applic = index < 0 ? piece.dataset.written : words[around ? 'n' : own]
      if (index < 0 || own !== 'n') continue
      if (!around) count += 1
      // The page around it is hidden as long as the whole module does not apply.
      if (hide && !piece.parentElement.closest('.rd-article [hidden]')) conceal(piece, t('notShown', { text }))
    }
    return count + judgeAlternates(index, hide)
  }

  /** The modules that a container chooses from. */
  function judgeAlternates(index, hide) {
    let count = 0
    for (const link of document.querySelectorAll('.s1d-alternates a.s1d-ref[href^="./"]')) {
      delete link.dataset.applic
      if (index < 0) continue
      const path = 'modules/' + link.getAttribute('href').slice(2).split(/[?#]/)[0]
      const module = site.content.modules.find((each) => each[4] === path)
      const letter = module ? site.letter(module[5], index) : 'u'
      link.dataset.applic = words[letter]
      if (letter !== 'n') continue
      count += 1
      if (hide) conceal(link, t('alternateHidden', { code: module[1] }))
    }
    return count
  }

  function conceal(piece, said) {
    if (hidden.has(piece)) return
    if (emptied.has(piece.tagName)) empty(piece, said)
    else if (piece.tagName === 'TR') emptyRow(piece, said)
    else replace(piece, said)
  }

  function noteOf(tag, said) {
    return element(tag, { class: 's1d-hidden s1d-gen', lang: site.ui }, said)
  }

  /** Hides what is in an element, which stays. */
  function empty(place, said) {
    hidden.add(place)
    const kept = element('span', { hidden: true })
    kept.append(...place.childNodes)
    const notes = said === undefined ? [] : [noteOf('span', said)]
    place.append(...notes, kept)
    undo.push(() => {
      for (const note of notes) note.remove()
      kept.replaceWith(...kept.childNodes)
    })
  }

  /** Hides the cells of a row. Those that reach into the rows below it belong to them as well, and stay. */
  function emptyRow(row, said) {
    hidden.add(row)
    const own = [...row.cells].filter((cell) => Number(cell.getAttribute('rowspan') || 1) < 2)
    own.forEach((cell, place) => {
      empty(cell, place === 0 ? said : undefined)
    })
    const [first] = row.cells
    if (own.length > 0 || !first) return
    const note = noteOf('span', said)
    first.prepend(note)
    undo.push(() => note.remove())
  }

  /** Hides an element with the warnings and the label that stand before it, and puts a note in its place. */
  function replace(piece, said) {
    // A table stands in a frame of its own.
    const outer = (piece.tagName === 'TABLE' && piece.closest('.s1d-table-wrap')) || piece
    const gone = [piece]
    let before = outer.previousElementSibling
    const isCopy = (each) => each?.className === 's1d-gen' && each.firstElementChild?.tagName === 'ASIDE'
    while (isCopy(before)) {
      gone.push(before)
      before = before.previousElementSibling
    }
    if (before?.matches(label)) gone.push(before)
    for (const each of gone) {
      hidden.add(each)
      each.setAttribute('hidden', '')
    }
    const note = noteFor(piece, said)
    const place = piece.closest('math') ?? outer
    place.before(note)
    undo.push(() => {
      note.remove()
      for (const each of gone) each.removeAttribute('hidden')
    })
  }

  function noteFor(piece, said) {
    if (groups.has(piece.tagName)) {
      const width = (row) => [...row.cells].reduce((sum, cell) => sum + Number(cell.getAttribute('colspan') || 1), 0)
      const cell = noteOf('td', said)
      cell.setAttribute('colspan', String(Math.max(1, ...[...piece.rows].map(width))))
      return element(piece.tagName.toLowerCase(), {}, element('tr', {}, cell))
    }
    if (piece.parentElement.tagName === 'DL') return element('div', {}, noteOf('dd', said))
    const isInLine = inLine.has(piece.tagName) || piece.closest('math') !== null
    return noteOf(isInLine ? 'span' : 'div', said)
  }
})()

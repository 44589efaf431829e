'use strict'
// What the reader's page does with its HTML, for pages on disk.
;(function () {
  const { element, t } = site

  /** Goes to a place of the page, and shows it. */
  site.jump = function (id) {
    const place = document.getElementById(id)
    if (!place) return
    place.closest('details')?.setAttribute('open', '')
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.scrollIntoView({ block: 'center' })
    place.focus({ preventScroll: true })
    place.classList.add('rd-flash')
  }

  /** What the reader's page does with its HTML: frames for wide tables, and reasons at what changed. */
  site.prepare = function () {
    for (const table of document.querySelectorAll('.rd-page table')) {
      let frame = table.parentElement
      if (!frame.classList.contains('s1d-table-wrap')) {
        frame = element('div', { class: 's1d-table-wrap' })
        table.replaceWith(frame)
        frame.append(table)
      }
      if (frame.scrollWidth <= frame.clientWidth) continue
      frame.tabIndex = 0
      frame.setAttribute('role', 'region')
      frame.setAttribute('aria-label', table.querySelector('caption')?.textContent.trim() || t('table'))
    }
    const reasons = new Map()
    for (const entry of document.querySelectorAll('.s1d-reasons li[data-reasons]')) {
      reasons.set(entry.dataset.reasons, entry.textContent.trim())
    }
    for (const changed of document.querySelectorAll('[data-change][data-reasons]')) {
      const said = changed.dataset.reasons.split(' ').flatMap((id) => reasons.get(id) ?? [])
      if (said.length === 0) continue
      changed.title = said.join('\n')
      changed.tabIndex = 0
      changed.setAttribute('aria-description', said.join(' '))
    }
  }
})()

'use strict'
// The contents beside the text, and the modules before and after one.
;(function () {
  const shownAtOnce = 300

  /** The entries below each entry; the first level is below -1. */
  function childrenOf() {
    const below = new Map()
    site.content.entries.forEach(([parent], place) => {
      const key = parent === null ? -1 : parent
      if (!below.has(key)) below.set(key, [])
      below.get(key).push(place)
    })
    return below
  }

  /** The contents as lists that open; the way to the module that is read is open. */
  site.contents = function (current, hrefOf) {
    const below = childrenOf()
    const onTheWay = new Set()
    const { entries } = site.content
    let place = entries.findIndex(([, , module]) => module === current && current >= 0)
    while (place >= 0) {
      onTheWay.add(place)
      place = entries[place][0] === null ? -1 : entries[place][0]
    }

    const listOf = (parent) => {
      const list = site.element('ul', { class: 'site-tree' })
      const places = below.get(parent) || []
      const wanted = places.findIndex((each) => onTheWay.has(each))
      const add = (from, to) => {
        for (const each of places.slice(from, to)) list.append(itemOf(each))
        if (to >= places.length) return
        const more = site.element('button', { type: 'button', class: 'site-more' }, site.t('more'))
        const last = site.element('li', {}, more)
        more.addEventListener('click', () => {
          last.remove()
          add(to, to + shownAtOnce)
        })
        list.append(last)
      }
      add(0, Math.max(shownAtOnce, wanted + 20))
      return list
    }

    const itemOf = (each) => {
      const [, title, module, , applic] = entries[each]
      const item = site.element('li')
      const name =
        module === null
          ? site.element('span', { class: 'site-section', 'data-entry': String(each) }, title)
          : site.element('a', {
              href: hrefOf(module),
              'data-entry': String(each),
              'data-module': String(module),
              'aria-current': module === current ? 'page' : undefined,
            })
      if (module !== null) name.append(title)
      if (applic) name.title = applic
      if (!below.has(each)) {
        item.append(name)
        return item
      }
      const button = site.element('button', { type: 'button', class: 'site-toggle' })
      let list
      const set = (open) => {
        if (open && !list) {
          list = listOf(each)
          item.append(list)
        }
        if (list) list.hidden = !open
        button.setAttribute('aria-expanded', String(open))
        button.setAttribute('aria-label', site.t(open ? 'close' : 'open', { name: title }))
        button.textContent = open ? '▾' : '▸'
      }
      button.addEventListener('click', () => {
        set(button.getAttribute('aria-expanded') !== 'true')
        document.dispatchEvent(new CustomEvent('site-tree'))
      })
      item.append(site.element('div', { class: 'site-row' }, button, name))
      set(onTheWay.has(each))
      return item
    }
    return listOf(-1)
  }

  /** The modules before and after one, in the language that it has. */
  site.neighbours = function (current) {
    const { entries, modules } = site.content
    const language = modules[current][2]
    const order = [...new Set(entries.map(([, , module]) => module).filter((each) => each !== null))].filter(
      (each) => modules[each][2] === language,
    )
    const at = order.indexOf(current)
    return at < 0 ? [undefined, undefined] : [order[at - 1], order[at + 1]]
  }
})()

'use strict'
// The frame around a page: contents, search, the choice of an aircraft, and what the reader's page needs on disk.
;(function () {
  const { element, t } = site
  const rootPath = document.documentElement.dataset.root
  const params = new URLSearchParams(location.search)
  const main = document.getElementById('site-content')
  const article = document.querySelector('.rd-page')
  const facts = document.getElementById('site-page')
  const page = facts ? JSON.parse(facts.textContent) : { key: '', applies: '', pieces: {}, figures: [] }
  const { choices, modules } = site.content
  const current = modules.findIndex(([key]) => key === page.key)
  // The address has the choice of each window. What was chosen last is for pages that are opened without one: by title,
  // because pages on disk share what a browser keeps, and by name, so that it holds in the next revision too.
  const ownKey = (name) => name + ' ' + site.content.facts.title
  const state = {
    choice: params.get('for') ?? recall(ownKey('for')),
    grey: (params.get('grey') ?? recall(ownKey('grey'))) === 'yes',
  }
  const chosen = () => choices.findIndex(({ name }) => name === state.choice)

  /** The address of a page with what was chosen. */
  function withState(path, more) {
    const query = new URLSearchParams()
    query.set('for', chosen() >= 0 ? state.choice : '')
    query.set('grey', state.grey ? 'yes' : 'no')
    query.set('ui', site.ui)
    for (const [name, value] of Object.entries(more || {})) query.set(name, value)
    return rootPath + path + '?' + query
  }
  const hrefOf = (module, more) => withState(modules[module][4], more)

  const header = element('header', { class: 'site-bar', lang: site.ui })
  const nav = element('nav', { class: 'site-nav', lang: site.ui, 'aria-label': t('contents') })
  const results = element('section', {
    class: 'site-results',
    lang: site.ui,
    'aria-label': t('results'),
    hidden: true,
  })
  const status = element('p', { class: 'site-status', role: 'status', lang: site.ui })
  // A sheet of paper has no field that says it.
  const printedFor = element('p', { class: 'site-printed', lang: site.ui })
  // Narrow windows show the tools when they are asked for; the aircraft that was chosen is always told.
  const optionsButton = element('button', {
    type: 'button',
    class: 'site-options',
    'aria-controls': 'site-tools',
    'aria-expanded': 'false',
    onclick: () => {
      const open = document.body.dataset.tools !== 'true'
      document.body.dataset.tools = String(open)
      optionsButton.setAttribute('aria-expanded', String(open))
    },
  })

  function build() {
    document.querySelector('.site-plain')?.remove()
    for (const label of document.querySelectorAll('[data-text]')) label.textContent = t(label.dataset.text)
    header.append(
      element('a', { class: 'site-skip', href: '#site-content' }, t('skip')),
      contentsButton(),
      element('a', { class: 'site-title', href: withState('index.html') }, titleOf()),
      searchForm(),
      optionsButton,
      element(
        'div',
        { class: 'site-tools', id: 'site-tools' },
        choiceField(),
        outsideField(),
        languageButtons(),
        element('button', { type: 'button', onclick: () => print() }, t('print')),
      ),
    )
    nav.append(site.contents(current, (module) => hrefOf(module)))
    main.prepend(results)
    article?.before(printedFor, status)
    document.body.prepend(header, nav)
    if (current >= 0) main.append(pager())
    nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
    main.scrollIntoView()
  }

  function titleOf() {
    const { title, revision, publishedFor, status: notice, validity } = site.content.facts
    const parts = [title]
    if (revision) parts.push(t('revision') + ' ' + revision)
    if (publishedFor) parts.push(t('publishedFor') + ' ' + publishedFor)
    if (validity) parts.push([t('validFrom'), validity[0], t('validUntil'), validity[1]].join(' '))
    if (notice) parts.push(t(notice))
    return parts.join(' · ')
  }

  function contentsButton() {
    const button = element('button', { type: 'button', 'aria-expanded': 'true' })
    const set = (open) => {
      document.body.dataset.contents = String(open)
      button.setAttribute('aria-expanded', String(open))
      button.setAttribute('aria-label', t(open ? 'hideContents' : 'showContents'))
      button.title = t(open ? 'hideContents' : 'showContents')
      button.textContent = '☰'
    }
    set(matchMedia('(min-width: 60rem)').matches)
    button.addEventListener('click', () => set(document.body.dataset.contents !== 'true'))
    return button
  }

  function searchForm() {
    const field = element('input', {
      type: 'search',
      name: 'q',
      'aria-label': t('searchHint'),
      placeholder: t('searchHint'),
      maxlength: '200',
      value: params.get('q') || '',
    })
    const form = element('form', { role: 'search', class: 'site-search' }, field, element('button', {}, t('search')))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      search(field.value)
    })
    document.addEventListener('keydown', (event) => {
      const typing = event.target instanceof Element && event.target.closest('input, select, textarea')
      if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault()
        field.focus()
      }
      if (event.key === 'Escape' && !results.hidden) {
        results.hidden = true
        field.focus()
      }
    })
    return form
  }

  let searches = 0
  async function search(query) {
    searches += 1
    const own = searches
    results.hidden = false
    const note = element('p', { role: 'status' }, t('searching'))
    const close = element(
      'button',
      { type: 'button', 'aria-label': t('closeResults'), onclick: () => (results.hidden = true) },
      '✕',
    )
    results.replaceChildren(element('div', { class: 'site-row' }, element('h2', {}, t('results')), close), note)
    // They stand above the text, which may be scrolled.
    results.scrollIntoView({ block: 'start' })
    try {
      const { modules: found, total } = await site.find(query)
      // Somebody searched again meanwhile.
      if (own !== searches) return
      const key = total > found.length ? 'foundFirst' : 'found'
      note.textContent = total === 0 ? t('nothing') : t(key, { count: found.length })
      results.append(element('ol', {}, ...found.map((module) => resultOf(module, query))))
      showInTree()
    } catch {
      if (own === searches) note.textContent = t('notLoaded')
    }
  }

  function resultOf(module, query) {
    const [, code, language, title] = modules[module]
    const href = hrefOf(module, { q: query })
    const where = { href, lang: language, 'data-module': String(module), 'data-query': query }
    const link = element('a', where, title || code)
    return element('li', {}, link, ' ', element('code', {}, code))
  }

  function choiceField() {
    if (choices.length === 0) return ''
    const group = (key, wanted) => {
      const own = choices.filter(({ aircraft }) => aircraft === wanted)
      const options = own.map(({ name, table }) =>
        element('option', { value: name, selected: name === state.choice }, table ? name + ' (' + table + ')' : name),
      )
      return own.length > 0 ? [element('optgroup', { label: t(key) }, ...options)] : []
    }
    const select = element(
      'select',
      {},
      element('option', { value: '' }, t('all')),
      ...group('aircraft', true),
      ...group('products', false),
    )
    const { leftOut } = site.content
    if (leftOut > 0) select.append(element('option', { disabled: true }, t('moreChoices', { count: leftOut })))
    select.addEventListener('change', () => keep('for', select.value))
    return element('label', {}, t('effectivity') + ' ', select)
  }

  function outsideField() {
    if (choices.length === 0) return ''
    const select = element(
      'select',
      {},
      element('option', { value: 'no' }, t('hide')),
      element('option', { value: 'yes', selected: state.grey }, t('grey')),
    )
    select.addEventListener('change', () => keep('grey', select.value))
    return element('label', {}, t('outside') + ' ', select)
  }

  /** Remembers a choice, here and in the address, and shows the page for it. */
  function keep(name, value) {
    remember(ownKey(name), value)
    if (name === 'for') state.choice = value
    else state.grey = value === 'yes'
    params.set(name, value)
    try {
      history.replaceState(null, '', '?' + params + location.hash)
    } catch {
      // Some browsers refuse it on disk; the links have the choice all the same.
    }
    for (const link of document.querySelectorAll('a[data-module]')) {
      const { module, query } = link.dataset
      link.href = hrefOf(Number(module), query ? { q: query } : {})
    }
    document.querySelector('.site-title').href = withState('index.html')
    renewLinks()
    apply()
  }

  /** The address of this page in another language, with what is chosen now. */
  function hrefIn(code) {
    const query = new URLSearchParams(withState('', params.has('q') ? { q: params.get('q') } : {}).split('?')[1])
    query.set('ui', code)
    return '?' + query + location.hash
  }

  function languageButtons() {
    const group = element('div', { class: 'site-languages' })
    for (const code of Object.keys(site.texts)) {
      group.append(
        element(
          'a',
          {
            href: hrefIn(code),
            lang: code,
            'aria-current': code === site.ui ? 'true' : undefined,
            onclick: (event) => {
              remember('ui', code)
              event.currentTarget.setAttribute('href', hrefIn(code))
            },
          },
          site.texts[code].language,
        ),
      )
    }
    return group
  }

  function pager() {
    const [previous, next] = site.neighbours(current)
    const link = (module, key, sign) =>
      module === undefined
        ? ''
        : element('a', { href: hrefOf(module), 'data-module': String(module), rel: sign }, t(key) + ': ' + modules[module][3])
    const links = [link(previous, 'previous', 'prev'), link(next, 'next', 'next')]
    return element('nav', { class: 'site-pager', lang: site.ui, 'aria-label': t('previous') + ' / ' + t('next') }, ...links)
  }

  /** Links of the text lead on with what was chosen. */
  function renewLinks() {
    for (const link of document.querySelectorAll('main a[href^="./"]:not([data-module])')) {
      const [path, hash] = link.getAttribute('href').split('?')[0].split('#')
      const query = withState('').split('?')[1]
      const kept = hash ?? (link.getAttribute('href').split('#')[1] || '')
      link.setAttribute('href', path + '?' + query + (kept ? '#' + kept : ''))
    }
  }

  /** Shows what applies to the choice. */
  function apply() {
    const index = chosen()
    const name = state.choice
    const hide = index >= 0 && !state.grey
    const hidden = site.judge(page, index, hide)
    document.documentElement.dataset.outside = hide ? 'hidden' : 'grey'
    const withheld = index >= 0 && page.applies[index] === 'n'
    status.textContent = ''
    printedFor.textContent = index >= 0 ? t('effectivity') + ': ' + name : ''
    optionsButton.textContent = printedFor.textContent || t('options')
    if (withheld) status.append(t('moduleHidden', { name }))
    else if (hidden > 0 && index >= 0) status.append(t('hidden', { count: hidden, name }))
    if (article) article.hidden = withheld && hide
    if (withheld && hide) {
      status.append(' ', element('button', { type: 'button', onclick: () => keep('grey', 'yes') }, t('showAnyway')))
    }
    showInTree()
  }

  /** Marks entries and modules that do not apply. */
  function showInTree() {
    const index = chosen()
    const number = (text) => (text === undefined ? undefined : Number(text))
    for (const place of document.querySelectorAll('[data-entry], a[data-module]')) {
      const outside = site.isOutside(number(place.dataset.entry), number(place.dataset.module), index)
      place.classList.toggle('site-outside', outside)
      place.querySelector('.site-hint')?.remove()
      if (outside) place.append(element('span', { class: 'site-hint' }, ' (' + t('notApplicable') + ')'))
    }
  }

  build()
  renewLinks()
  if (current >= 0) {
    site.prepare()
    site.showPictures(page, site.jump)
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-target]') : null
      if (link) setTimeout(() => site.jump(link.dataset.target))
    })
  }
  document.addEventListener('site-tree', showInTree)
  apply()
  const first = params.get('q') && current >= 0 ? site.mark(article, params.get('q')) : undefined
  if (first && !location.hash) first.scrollIntoView({ block: 'center' })
  if (location.hash) site.jump(decodeURIComponent(location.hash.slice(1)))
})()

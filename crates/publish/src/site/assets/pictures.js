'use strict'
// Pictures: zoom, and drawings whose parts lead to the text.
;(function () {
  const steps = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8]
  const drawings = new Map()

  /** Called by the scripts of drawings. */
  site.drawing = function (path, text) {
    drawings.set(path, text)
  }

  /** Makes the pictures of a page useful; `jump` leads to a place of the text. */
  site.showPictures = function (page, jump) {
    for (const box of document.querySelectorAll('[data-figure-box]')) addTools(box)
    for (const figure of page.figures) {
      const boxes = document.querySelectorAll('[data-figure-box="' + figure.figure + '"]')
      site
        .load(figure.copy)
        .then(() => {
          for (const box of boxes) addAreas(box, figure, jump)
        })
        // Without its copy the picture is still there, without areas.
        .catch(() => undefined)
    }
    addEventListener('beforeprint', () => {
      for (const image of document.querySelectorAll('img[loading]')) image.loading = 'eager'
    })
  }

  function addTools(box) {
    const content = box.querySelector('.pv-content')
    const image = box.querySelector('img')
    let zoom = 1
    const label = site.element('span', { class: 'pv-zoom' }, '100 %')
    const view = box.querySelector('.pv-view')
    view.tabIndex = 0
    view.setAttribute('role', 'group')
    view.setAttribute('aria-label', image.alt)
    const show = (next) => {
      zoom = next
      content.dataset.fit = String(zoom === 1)
      content.style.width = zoom === 1 ? '' : zoom * 100 + '%'
      label.textContent = zoom * 100 + ' %'
    }
    const button = (key, text, next) =>
      site.element('button', { type: 'button', 'aria-label': site.t(key), title: site.t(key), onclick: () => show(next()) }, text)
    const tools = box.querySelector('.pv-tools')
    tools.prepend(
      button('zoomOut', '−', () => [...steps].reverse().find((step) => step < zoom) || zoom),
      label,
      button('zoomIn', '+', () => steps.find((step) => step > zoom) || zoom),
      button('fit', site.t('fit'), () => 1),
    )
    tools.append(
      site.element('a', { href: image.getAttribute('src'), target: '_blank', rel: 'noreferrer' }, site.t('openPicture')),
    )
  }

  const dropped =
    'script, foreignObject, iframe, embed, object, audio, video, animate, set, animateTransform, animateMotion'

  /** A drawing as nodes, without anything that acts or loads. */
  function readDrawing(text) {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
    if (!(root instanceof SVGSVGElement)) return undefined
    for (const element of root.querySelectorAll(dropped)) element.remove()
    for (const element of [root, ...root.querySelectorAll('*')]) {
      for (const attribute of [...element.attributes]) {
        const leads =
          attribute.localName === 'href' && !/^(#|data:image\/(png|jpeg|gif);)/i.test(attribute.value)
        if (leads || /^on/i.test(attribute.name)) element.removeAttributeNode(attribute)
      }
    }
    const [width, height] = ['width', 'height'].map((side) => Number.parseFloat(root.getAttribute(side) || ''))
    if (!root.hasAttribute('viewBox') && width && height) root.setAttribute('viewBox', `0 0 ${width} ${height}`)
    root.removeAttribute('width')
    root.removeAttribute('height')
    return root
  }

  function areasOf(drawing, { object, name }) {
    const own = [...drawing.querySelectorAll('[data-aps-id], [data-apsid], [id], [data-name], [data-apsname]')]
    const by = (value, ...attributes) =>
      value ? own.filter((element) => attributes.some((each) => element.getAttribute(each) === value)) : []
    const found = by(object, 'data-aps-id', 'data-apsid', 'id')
    return found.length > 0 ? found : by(name, 'data-name', 'data-apsname')
  }

  /** Puts the drawing itself in the place of its image, if some of its parts are named. */
  function addAreas(box, figure, jump) {
    const drawing = readDrawing(drawings.get(figure.picture) || '')
    const image = box.querySelector('img')
    if (!drawing || !image) return
    const named = figure.hotspots.map((hotspot) => [hotspot, areasOf(drawing, hotspot)])
    if (named.every(([, areas]) => areas.length === 0)) return
    const host = site.element('div', { class: 'pv-drawing', role: 'group', 'aria-label': image.alt })
    const root = host.attachShadow({ mode: 'open' })
    root.append(site.element('style', {}, looks), drawing)
    stayInPlace(drawing)
    for (const [hotspot, areas] of named) for (const area of areas) makeArea(area, hotspot, jump)
    image.replaceWith(host)
    pointBack(root, named)
  }

  /** Its own styles cannot take the drawing out of its frame: what its element says counts most. */
  function stayInPlace(drawing) {
    for (const [name, value] of Object.entries(inPlace)) drawing.style.setProperty(name, value, 'important')
  }

  const inPlace = {
    position: 'static',
    display: 'block',
    width: '100%',
    height: 'auto',
    margin: '0',
    overflow: 'hidden',
    'max-height': 'var(--pv-height, none)',
  }

  function makeArea(area, hotspot, jump) {
    area.setAttribute('role', 'button')
    area.setAttribute('tabindex', '0')
    area.setAttribute('data-hot', '')
    area.setAttribute('aria-label', [hotspot.name, hotspot.title].filter(Boolean).join(' ') || hotspot.object)
    const go = () => {
      const place = hotspot.targets[0] || mentionOf(hotspot.id)
      if (place) jump(place)
    }
    area.addEventListener('click', go)
    area.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      go()
    })
  }

  /** The first mention of a place in the text. */
  function mentionOf(id) {
    if (!id) return undefined
    const link = [...document.querySelectorAll('a[data-target]')].find(({ dataset }) => dataset.target === id)
    return link?.closest('[id]')?.id
  }

  /** A person who points at the name of a thing sees it in the picture. */
  function pointBack(root, areas) {
    const show = (event) => {
      const element = event.target instanceof Element ? event.target : null
      for (const area of root.querySelectorAll('[data-shown]')) area.removeAttribute('data-shown')
      const target =
        element?.closest('a[data-target]')?.dataset.target ??
        element?.closest('.s1d-hotspot, .s1d-parts > tbody[id]')?.id
      const owner = target && areas.find(([each]) => each.id === target || each.targets.includes(target))
      for (const area of owner ? owner[1] : []) area.setAttribute('data-shown', '')
    }
    for (const event of ['pointerover', 'focusin', 'click']) document.addEventListener(event, show)
  }

  // Strokes are told in pixels of the screen: a drawing counts in units of its own.
  const looks = `
    svg { display: block; width: 100%; height: auto; max-height: var(--pv-height, none); }
    [data-hot] { cursor: pointer; pointer-events: bounding-box; outline: none; }
    .cgm-region, .aps-region { vector-effect: non-scaling-stroke; stroke-width: 3px; }
    [data-hot] .cgm-region, [data-hot] .aps-region { pointer-events: all; }
    [data-hot]:hover .cgm-region, [data-hot]:hover .aps-region { fill: rgb(11 94 142 / 14%); }
    [data-shown] .cgm-region, [data-shown] .aps-region { fill: rgb(230 150 0 / 35%); stroke: #d07c00; }
    [data-shown]:not(:has(.cgm-region, .aps-region)) * { stroke: #d07c00; }
    [data-hot]:focus-visible .cgm-region, [data-hot]:focus-visible .aps-region { stroke: #0b5e8e; }
    [data-hot]:focus-visible:not(:has(.cgm-region, .aps-region)) * { stroke: #0b5e8e; }
  `
})()

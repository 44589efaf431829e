import DOMPurify, { type Config } from 'dompurify'

/** The elements that the server's renderer writes; all others are removed. */
const elements = (
  'article aside dd details div dl figcaption figure li ol section table tbody td tfoot th thead tr ul caption col colgroup dt ' +
  'h2 h3 h4 h5 h6 p summary a abbr code del em ins s span strong sub sup u ' +
  'math mfrac mi mn mo mover mroot mrow msqrt msub msubsup msup mtable mtd mtext mtr munder munderover'
).split(' ')

const attributes =
  'class colspan headers href id lang open rel role rowspan scope span start title value width'.split(' ')

const config = {
  ALLOWED_TAGS: elements,
  ALLOWED_ATTR: attributes,
  // Their values are no addresses, so the rule for addresses is not theirs.
  ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== 'href'),
  ALLOWED_URI_REGEXP: /^(#|https?:\/\/)/i,
  // These lose their content too: it is no text of the author. Other unknown elements leave their text.
  FORBID_CONTENTS: 'script style iframe object embed template noscript svg'.split(' '),
  RETURN_DOM_FRAGMENT: true,
} satisfies Config

const purifier = DOMPurify(window)
purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  if (!mayStay(element, attribute.attrName, attribute.attrValue)) attribute.keepAttr = false
})

/**
 * The HTML of a module as nodes outside of the page. The server has made it safe already; this is the second check: only
 * elements and attributes that a module can have pass it.
 */
export function sanitise(html: string): DocumentFragment {
  return purifier.sanitize(html, config)
}

/** Rules that depend on the element or on the whole name; DOMPurify's own rules hold besides. */
function mayStay({ localName }: Element, name: string, value: string): boolean {
  if (name === 'href') return localName === 'a'
  if (name === 'width') return localName === 'col' && /^\d+(\.\d+)?%?$/.test(value)
  return !/^(data|aria)-/.test(name) || /^(data|aria)-[a-z-]+$/.test(name)
}

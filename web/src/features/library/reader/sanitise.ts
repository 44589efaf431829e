/** The elements that the server's renderer writes; everything else is not drawn. */
const elements = new Set(
  (
    'article aside dd details div dl figcaption figure li ol section table tbody td tfoot th thead tr ul caption col colgroup dt ' +
    'h2 h3 h4 h5 h6 p summary a abbr code em s span strong sub sup u ' +
    'math mfrac mi mn mo mover mroot mrow msqrt msub msubsup msup mtable mtd mtext mtr munder munderover'
  ).split(' '),
)

const attributes = new Set(
  'class colspan headers href id lang open rel role rowspan scope span start title value'.split(' '),
)

/** What loses its content with it: its text is no text of the author. */
const withContent = new Set('script style iframe object embed template noscript svg'.split(' '))

/**
 * The HTML of a module as nodes that belong to no page. The server has made it safe already; this is the second wall:
 * only elements and attributes that a module can have pass it.
 */
export function sanitise(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  for (const element of [...parsed.body.querySelectorAll('*')]) {
    const name = element.localName
    if (withContent.has(name)) element.remove()
    else if (!elements.has(name)) element.replaceWith(...element.childNodes)
    else for (const each of [...element.attributes]) if (!mayStay(each)) element.removeAttributeNode(each)
  }
  const fragment = document.createDocumentFragment()
  fragment.append(...parsed.body.childNodes)
  return fragment
}

function mayStay({ name, value, ownerElement }: Attr): boolean {
  if (name === 'href') return ownerElement?.localName === 'a' && /^(#|https?:\/\/)/i.test(value)
  if (name === 'width') return ownerElement?.localName === 'col' && /^\d+(\.\d+)?%?$/.test(value)
  return attributes.has(name) || /^(data|aria)-[a-z-]+$/.test(name)
}

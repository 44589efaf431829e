/** How two trees of a page belong together. */
interface MorphRules {
  /** The key by which an element is told from its neighbours. */
  keyOf: (node: Node) => string
  /** Whether the elements are taken care of, so that their content stays. */
  adopt: (element: HTMLElement, next: HTMLElement) => boolean
}

/** Changes the nodes inside `old` to those inside `next`, and keeps each that is in both: the cursor stays where it is. */
export function morph(old: Node, next: Node, rules: MorphRules): void {
  const [before, after] = [[...old.childNodes], [...next.childNodes]]
  const [ownKeys, nextKeys] = [before.map(rules.keyOf), after.map(rules.keyOf)]
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && ownKeys[start] === nextKeys[start]) start++
  let end = 0
  while (end < most - start && ownKeys.at(-1 - end) === nextKeys.at(-1 - end)) end++
  const pairs = Math.min(before.length, after.length) - start - end
  // The nodes between those that are alike: as many as both have become one another.
  for (let index = 0; index < start + pairs; index++) replace(before[index], after[index], rules)
  for (let index = end; index > 0; index--) replace(before.at(-index), after.at(-index), rules)
  for (const node of before.slice(start + pairs, before.length - end)) node.remove()
  const added = after.slice(start + pairs, after.length - end)
  // Those behind may have been replaced by others.
  const follower = end > 0 ? [...old.childNodes].at(-end) : undefined
  for (const node of added) old.insertBefore(node, follower ?? null)
}

function replace(old: ChildNode | undefined, next: ChildNode | undefined, rules: MorphRules): void {
  if (!old || !next) return
  if (old instanceof HTMLElement && next instanceof HTMLElement && old.localName === next.localName) {
    syncAttributes(old, next)
    if (!rules.adopt(old, next)) morph(old, next, rules)
  } else if (old.nodeType === Node.TEXT_NODE && next.nodeType === Node.TEXT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue
  } else if (!old.isEqualNode(next)) old.replaceWith(next)
}

/** Attributes of our own, which the server does not know, stay. */
const isOurs = (name: string) => /^(contenteditable|tabindex|role|aria-.*|spellcheck|open)$/.test(name)

function syncAttributes(old: HTMLElement, next: HTMLElement): void {
  for (const { name } of [...old.attributes])
    if (!next.hasAttribute(name) && !isOurs(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
}

/** Keys by the sources of the runs inside an element, which are the same before and behind the server; by its text where there are none. */
export function keys(sourceOf: (host: HTMLElement) => string | undefined): (node: Node) => string {
  const known = new Map<Node, string | undefined>()
  const sources = (node: Node): string | undefined => {
    if (known.has(node) || !(node instanceof HTMLElement)) return known.get(node)
    const own = sourceOf(node)
    const inside =
      own === undefined ? [...node.children].map(sources).filter((each) => each !== undefined) : []
    const all = own ?? (inside.length > 0 ? inside.join('\n') : undefined)
    known.set(node, all)
    return all
  }
  return (node) =>
    node instanceof HTMLElement
      ? `${node.localName} ${node.className} ${sources(node) ?? node.textContent}`
      : `#${node.textContent}`
}

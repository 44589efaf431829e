const longest = 80

/** A paragraph's beginning as a name: cut between words, or between characters where words are not set apart. */
export function paragraphName(text: string): string {
  const whole = text.replaceAll(/\s+/g, ' ').trim()
  const signs = [...whole]
  if (signs.length <= longest) return whole
  const kept = signs.slice(0, longest - 1).join('')
  const isWithinWord = inWord.test(kept) && inWord.test(signs[longest - 1] ?? '')
  const atWord = isWithinWord ? kept.replace(lastWord, '') : kept
  // One word that is longer than a name has to be cut.
  return `${(atWord.trim() || kept).replace(/[\s,;:，；：、]+$/, '')}…`
}

const inWord = /[^\s\p{Script=Han}\p{P}]$/u
const lastWord = /[^\s\p{Script=Han}]+$/u

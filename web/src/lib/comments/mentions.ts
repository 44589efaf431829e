const inAccount = /[A-Za-z0-9._@-]/

/** The beginning of an account that is typed after an `@` before the cursor; undefined when none is. */
export function mentionBefore(text: string, cursor: number): { from: number; typed: string } | undefined {
  let from = cursor
  while (from > 0 && inAccount.test(text[from - 1] ?? '')) from -= 1
  const word = text.slice(from, cursor)
  return word.startsWith('@') ? { from, typed: word.slice(1) } : undefined
}

/** The text with the account in place of what was typed of it, and the place of the cursor behind it. */
export function withMention(text: string, cursor: number, account: string): { text: string; cursor: number } {
  const mention = mentionBefore(text, cursor)
  if (!mention) return { text, cursor }
  const before = `${text.slice(0, mention.from)}@${account} `
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length }
}

export interface TextPart {
  text: string
  isMention: boolean
}

/** A comment divided at the accounts that it mentions. */
export function partsOf(text: string, mentions: readonly string[]): TextPart[] {
  const known = new Set(mentions.map((account) => account.toLowerCase()))
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: word, index } of text.matchAll(/(?<![A-Za-z0-9._@-])@[A-Za-z0-9._@-]+/g)) {
    const name = word.slice(1).replace(/[._@-]+$/, '')
    if (!known.has(name.toLowerCase())) continue
    const end = index + 1 + name.length
    if (index > done) parts.push({ text: text.slice(done, index), isMention: false })
    parts.push({ text: text.slice(index, end), isMention: true })
    done = end
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMention: false })
  return parts
}

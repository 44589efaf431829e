import * as z from 'zod/mini'

const claimsSchema = z.object({
  account: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'approver', 'author', 'reader']),
  /** Seconds since 1970. */
  exp: z.number(),
})

export type Claims = z.infer<typeof claimsSchema>

/** The claims of a token, or undefined for anything that is none. The signature is the server's business. */
export function claimsOf(token: string): Claims | undefined {
  const payload = token.split('.')[1]
  if (!payload) return undefined
  try {
    const read = claimsSchema.safeParse(JSON.parse(textOfBase64Url(payload)))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

function textOfBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  // Names may be Chinese: atob gives bytes, not characters.
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

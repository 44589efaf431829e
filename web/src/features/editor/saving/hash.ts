/** The SHA-256 of a text in UTF-8, in hexadecimal; undefined where the browser offers no hashing (plain HTTP). */
export async function sha256Of(text: string): Promise<string | undefined> {
  // Typed as always there, but absent outside secure contexts.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) return undefined
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

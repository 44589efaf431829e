/** A type by its code and, where it differs, its name. */
export function typeLabel({ code, name }: { code: string; name: string }): string {
  return name === '' || name === code ? code : `${code} · ${name}`
}

import type { HouseStyle, StyleColour } from '@/api/types'

export interface StyleForm {
  /** Names of colours of the palette. */
  primary: string
  accent: string
  paper: string
  header: string
  footer: string
  /** A data URL, '' for none. */
  logo: string
}

export const maxTextLength = 120

export function formOf(style: HouseStyle): StyleForm {
  const { primary, accent, paper, header, footer, logo = '' } = style
  return { primary, accent, paper, header, footer, logo }
}

export function bodyOf(stored: HouseStyle, { logo, ...form }: StyleForm) {
  return { code: stored.code, version: stored.version, ...form, logo: logo === '' ? undefined : logo }
}

/** A header or footer with values in place of its placeholders; what is no placeholder stays as it is typed. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\{([^{}]*)\}/g, (whole, name: string) => values.get(name) ?? whole)
}

/** The words in braces; what an opening brace without an end begins is one as well. */
function wordsInBraces(text: string): string[] {
  return Array.from(text.matchAll(/\{([^}]*)/g), ([, word = '']) => word)
}

/** Whether every opening brace begins a placeholder, as the server demands. */
export function hasOnlyPlaceholders(text: string, known: readonly string[]): boolean {
  const closed = text.replaceAll(/\{[^}]*\}/g, '')
  return !closed.includes('{') && wordsInBraces(text).every((word) => known.includes(word))
}

export function repeatsPlaceholder(text: string): boolean {
  const words = wordsInBraces(text)
  return new Set(words).size < words.length
}

const plain: StyleColour = { name: '', colour: '#1a1a1a', tint: '#e4e4e4' }

export function colourOf(palette: readonly StyleColour[], name: string): StyleColour {
  return palette.find((colour) => colour.name === name) ?? plain
}

const themes = ['light', 'dark', 'auto'] as const
type Theme = (typeof themes)[number]

export const themeKey = 'airfolio.theme'
const lightAfterMs = 50

function isTheme(value: string | undefined | null): value is Theme {
  return themes.some((theme) => theme === value)
}

/** The `theme` of the address, before or after the hash; only letters, digits and spaces count. */
function themeIn(address: string): string | undefined {
  const query = new URLSearchParams(address.split('?')[1]?.split('#')[0])
  return /^[A-Za-z0-9\s]+/.exec(query.get('theme') ?? '')?.[0].trim()
}

/** The address first, then what is stored, then the default, which follows the operating system. */
export function chooseTheme(address: string, stored: string | null): Theme {
  const asked = themeIn(address)
  if (isTheme(asked)) return asked
  // A stored dark theme is not carried on: the product is made for light.
  if (stored === 'dark') return 'light'
  return isTheme(stored) ? stored : 'auto'
}

/** Applies the theme of section 4 of the specification at start. */
export function startTheme(): void {
  const theme = chooseTheme(location.href, localStorage.getItem(themeKey))
  localStorage.setItem(themeKey, theme)
  show(theme === 'auto' ? systemTheme() : theme)
  setTimeout(() => show('light'), lightAfterMs)
}

function systemTheme(): 'light' | 'dark' {
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function show(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.coreuiTheme = theme
}

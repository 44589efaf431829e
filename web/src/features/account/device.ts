const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.* Safari\//],
]

const systems: readonly [name: string, mark: RegExp][] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** Browser and system of a `User-Agent`. A program that is no browser is named by the first word of its own. */
export function deviceOf(userAgent: string): { browser: string; system?: string } | undefined {
  const find = (names: typeof browsers) => names.find(([, mark]) => mark.test(userAgent))?.[0]
  const browser = find(browsers) ?? userAgent.trim().split(/[\s/]/)[0]
  return browser ? { browser, system: find(systems) } : undefined
}

const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
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

/** Browser and system of a `User-Agent`, as far as they are known; a program that is no browser has its own name. */
export function deviceOf(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([, mark]) => mark.test(userAgent))?.[0]
  // All browsers call themselves Mozilla first.
  const program = userAgent.trim().split(/[\s/]/)[0]
  const browser = find(browsers) ?? (program === 'Mozilla' ? undefined : program)
  return [browser, find(systems)].filter(Boolean).join(' · ')
}

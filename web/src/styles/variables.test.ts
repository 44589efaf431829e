import { expect, it } from 'vitest'
import { sourceFiles } from '@/testing/sources'

const styles = sourceFiles(/\.css$/)
const all = [...styles, ...sourceFiles()].map(({ text }) => text).join('\n')
const defined = new Set(
  [...all.matchAll(/(--[a-z][a-z0-9-]*)['"]?\]?(?:\s*:|['"]?,)/g)].map((found) => found[1]),
)

it('uses only custom properties that are defined; those of CoreUI begin with --cui-', () => {
  const unknown = styles.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[a-z][a-z0-9-]*)/g)]
      .map((found) => found[1] ?? '')
      .filter((name) => !name.startsWith('--cui-') && !defined.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

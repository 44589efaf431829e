import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const linesEach = 8
// biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colours its messages.
const colours = /\u001b\[\d+m/g

/** Prints the reasons of failed tests last of all, in a few lines each: a reader of CI sees only the end of a run. */
export default class Failures implements Reporter {
  private readonly reasons: string[] = []

  onTestEnd(test: TestCase, { errors, status }: TestResult): void {
    if (status === test.expectedStatus || status === 'skipped') return
    const [, , ...title] = test.titlePath()
    const said = errors.map(({ message }) => message ?? '').join('\n')
    const lines = said
      .replace(colours, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
    this.reasons.push([title.join(' › '), ...lines.slice(0, linesEach)].join('\n    '))
  }

  onEnd(): void {
    if (this.reasons.length > 0) process.stdout.write(`\nWhy tests failed\n${this.reasons.join('\n')}\n`)
  }
}

import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const linesEach = 8
// biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colours its messages.
const colours = /\u001b\[\d+m/g

/** Prints the reasons of failed tries last of all, in a few lines each: a reader of CI sees only the end of a run. */
export default class Failures implements Reporter {
  private readonly tries: { test: TestCase; reason: string }[] = []

  onTestEnd(test: TestCase, { errors, status }: TestResult): void {
    if (status === test.expectedStatus || status === 'skipped') return
    const [, , ...title] = test.titlePath()
    const said = errors.map(({ message }) => message ?? '').join('\n')
    const lines = said
      .replace(colours, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
    this.tries.push({ test, reason: [title.join(' › '), ...lines.slice(0, linesEach)].join('\n    ') })
  }

  onEnd(): void {
    this.print('Passed at the second try only: find out why', 'flaky')
    this.print('Why tests failed', 'unexpected')
  }

  private print(heading: string, outcome: ReturnType<TestCase['outcome']>): void {
    const reasons = this.tries.filter(({ test }) => test.outcome() === outcome).map(({ reason }) => reason)
    if (reasons.length > 0) process.stdout.write(`\n${heading}\n${reasons.join('\n')}\n`)
  }
}

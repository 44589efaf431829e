import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const most = 16

/** Prints the slowest tests after a run. */
export default class Slowest implements Reporter {
  private readonly times: { seconds: number; title: string }[] = []

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    const [, , ...title] = test.titlePath()
    this.times.push({ seconds: duration / 1000, title: title.join(' › ') })
  }

  onEnd({ duration }: FullResult): void {
    const slowest = this.times.sort((one, other) => other.seconds - one.seconds).slice(0, most)
    const lines = slowest.map(({ seconds, title }) => `${seconds.toFixed(1).padStart(7)} s  ${title}`)
    process.stdout.write(
      `\nThe slowest of ${this.times.length} tests in ${(duration / 1000).toFixed(0)} s\n${lines.join('\n')}\n`,
    )
  }
}

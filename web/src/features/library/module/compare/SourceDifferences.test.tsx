import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { renderUi } from '@/testing/renderUi'
import { SourceDifferences } from './SourceDifferences'

beforeAll(startI18n)

it('shows the lines that differ, and not more than a page can hold', () => {
  const { rerender } = renderUi(<SourceDifferences sources={['<a>\n1\n</a>\n', '<a>\n2\n</a>\n']} />)
  expect(screen.getByRole('deletion')).toHaveTextContent('1')
  expect(screen.getByRole('insertion')).toHaveTextContent('2')
  expect(screen.queryByText('The source is not shown whole')).toBeNull()
  const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at}`).join('\n')
  rerender(<SourceDifferences sources={['', lines]} />)
  expect(screen.getAllByRole('insertion')).toHaveLength(2_000)
  expect(screen.getByText('The source is not shown whole')).toBeVisible()
})

it('cuts a text on one line', () => {
  renderUi(<SourceDifferences sources={['', 'x'.repeat(5_000)]} />)
  expect(screen.getByRole('insertion').textContent).toHaveLength(1_999)
  expect(screen.getByText('The source is not shown whole')).toBeVisible()
})

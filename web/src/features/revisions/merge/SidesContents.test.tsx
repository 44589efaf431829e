import { render, screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { SidesContents } from './SidesContents'

beforeAll(startI18n)

it('says what each side changed in the contents of a publication', () => {
  const added = { kind: 'added', title: 'Ice', around: ['Manual'], inside: 2 }
  const contents = { theirs: { count: 1, listed: [added] }, ours: { count: 0, listed: [] } }
  const { rerender } = render(<SidesContents contents={contents} />)
  const theirs = within(screen.getByRole('region', { name: 'Changes of the OEM' }))
  expect(theirs.getByRole('listitem')).toHaveTextContent('Added: Ice (2 entries) Manual')
  const ours = within(screen.getByRole('region', { name: 'Changes of the airline' }))
  expect(ours.getByText('No changes of the contents')).toBeVisible()
  rerender(<SidesContents contents={undefined} />)
  expect(screen.queryByRole('region')).toBeNull()
})

import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { ContentsChange } from '@/api/types'
import { startI18n } from '@/lib/i18n'
import { ContentsChangeList } from './ContentsChangeList'

beforeAll(startI18n)

const change = (kind: ContentsChange['kind'], more: Partial<ContentsChange> = {}): ContentsChange => ({
  kind,
  title: 'Fuel',
  around: ['Manual'],
  inside: 0,
  ...more,
})

it('says what became of each section and entry, and how many are left out', () => {
  const listed = [
    change('added', { inside: 3 }),
    change('removed'),
    change('renamed', { oldTitle: 'Fuel system' }),
    change('moved', { from: ['Manual', 'Air'] }),
    change('moved'),
  ]
  render(<ContentsChangeList changes={{ listed, count: 7 }} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Added: Fuel (3 entries) Manual',
    'Removed: Fuel Manual',
    'Renamed: “Fuel system” became “Fuel” Manual',
    'Moved from Manual › Air: Fuel Manual',
    'Moved within its section: Fuel Manual',
  ])
  expect(screen.getByText('2 more changes of the contents')).toBeVisible()
})

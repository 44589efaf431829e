import { screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Manual } from '@/api/types'
import { startI18n } from '@/lib/i18n'
import * as library from '@/testing/library'
import { renderUi } from '@/testing/renderUi'
import { LaneStateSelect } from './LaneStateSelect'

beforeAll(startI18n)

const named = (lanes: Manual['lanes']) => {
  const manual = { ...library.manual('H160', 'MEL'), lanes }
  const { unmount } = renderUi(
    <LaneStateSelect label="Old version" value="oem" manual={manual} onChange={vi.fn()} />,
  )
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  unmount()
  return options
}

it('offers the lanes that the manual has, now and on a day', () => {
  const revision = library.manual('H160', 'MEL').lanes.working
  expect(named({ oem: revision, working: revision })).toEqual([
    'OEM version',
    'Working version',
    'OEM version on a day',
    'Working version on a day',
  ])
  expect(named({ oem: revision, frozen: revision })).toEqual([
    'OEM version',
    'Frozen version, sent for approval',
    'OEM version on a day',
    'Frozen version on a day',
  ])
})

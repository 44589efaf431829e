import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LineTable } from './LineTable'

it('draws a gap between two days as wide as it was', () => {
  const point = (id: string, value: number) => ({ id, label: id, at: Date.parse(id), value })
  render(
    <LineTable
      caption="Compliant over time"
      summary="From 0 to 100"
      labelHeader="Day"
      valueHeader="Compliant"
      tableText="Table"
      most={100}
      points={[point('2026-01-01', 0), point('2026-01-02', 50), point('2026-01-11', 100)]}
      format={String}
    />,
  )
  const line = screen.getByRole('img', { name: 'From 0 to 100' }).querySelector('polyline')
  expect(line).toHaveAttribute('points', '0.00,40.00 10.00,21.00 100.00,2.00')
})

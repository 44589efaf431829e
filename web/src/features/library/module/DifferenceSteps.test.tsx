import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { renderUi } from '@/testing/renderUi'
import { DifferenceSteps } from './DifferenceSteps'

beforeAll(startI18n)

const differences = (count: number) => ({ count, left: [], right: [] })

it('begins anew when the versions are drawn with other marks', async () => {
  const user = userEvent.setup()
  const { rerender } = renderUi(<DifferenceSteps differences={differences(5)} frame={null} />)
  await user.click(screen.getByRole('button', { name: 'Previous difference' }))
  expect(screen.getByRole('status')).toHaveTextContent('Difference 5 of 5')
  rerender(<DifferenceSteps differences={differences(3)} frame={null} />)
  expect(screen.getByRole('status')).toHaveTextContent('3 differences')
  await user.click(screen.getByRole('button', { name: 'Next difference' }))
  expect(screen.getByRole('status')).toHaveTextContent('Difference 1 of 3')
})

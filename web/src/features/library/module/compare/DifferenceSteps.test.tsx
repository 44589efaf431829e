import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { setSingleKeys } from '@/lib/singleKeys'
import { renderUi } from '@/testing/renderUi'
import { DifferenceSteps } from './DifferenceSteps'
import { useDifferenceSteps } from './useDifferenceSteps'

beforeAll(startI18n)

const compared = (count: number) => ({ count })

function Steps({ of }: { of: { count: number } }) {
  return <DifferenceSteps count={of.count} steps={useDifferenceSteps(of, null)} />
}

it('begins anew when the versions are drawn with other marks', async () => {
  const user = userEvent.setup()
  const { rerender } = renderUi(<Steps of={compared(5)} />)
  await user.click(screen.getByRole('button', { name: 'Previous difference' }))
  expect(screen.getByRole('status')).toHaveTextContent('Difference 5 of 5')
  rerender(<Steps of={compared(3)} />)
  expect(screen.getByRole('status')).toHaveTextContent('3 differences')
  await user.click(screen.getByRole('button', { name: 'Next difference' }))
  expect(screen.getByRole('status')).toHaveTextContent('Difference 1 of 3')
})

it('goes on by keys, unless single keys are turned off', async () => {
  const user = userEvent.setup()
  renderUi(<Steps of={compared(3)} />)
  await user.keyboard('nn')
  expect(screen.getByRole('status')).toHaveTextContent('Difference 2 of 3')
  await user.keyboard('p')
  expect(screen.getByRole('status')).toHaveTextContent('Difference 1 of 3')
  setSingleKeys(false)
  await user.keyboard('n')
  expect(screen.getByRole('status')).toHaveTextContent('Difference 1 of 3')
  setSingleKeys(true)
})

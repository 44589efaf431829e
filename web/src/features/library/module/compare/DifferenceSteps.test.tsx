import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { ListedDifference } from '@/api/types'
import { startI18n } from '@/lib/i18n'
import { setSingleKeys } from '@/lib/singleKeys'
import { renderUi } from '@/testing/renderUi'
import { DifferenceSteps } from './DifferenceSteps'
import { useDifferenceSteps } from './useDifferenceSteps'

beforeAll(startI18n)

const compared = (count: number, differences: ListedDifference[] = []) => ({ count, differences })

function Steps({ of, hasMarks = true }: { of: ReturnType<typeof compared>; hasMarks?: boolean }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const steps = useDifferenceSteps(of, frame, hasMarks)
  return (
    <div>
      <DifferenceSteps compared={of} steps={steps} hasMarks={hasMarks} />
      <button type="button" data-listed="0">
        Title
      </button>
      <div ref={setFrame} />
    </div>
  )
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

it('goes to the entry in the list where a difference has no mark, and tells its words', async () => {
  const user = userEvent.setup()
  const title: ListedDifference = {
    difference: 0,
    kind: 'words',
    place: '',
    subject: '',
    old: 'Pump',
    new: 'Booster pump',
    certain: true,
  }
  renderUi(<Steps of={compared(1, [title])} />)
  const scrolled = vi.fn()
  screen.getByRole('button', { name: 'Title' }).scrollIntoView = scrolled
  await user.click(screen.getByRole('button', { name: 'Next difference' }))
  expect(screen.getByRole('status')).toHaveTextContent('“Pump” became “Booster pump”')
  expect(scrolled).toHaveBeenCalledOnce()
})

it('does not go from one to the next in the source', async () => {
  const user = userEvent.setup()
  renderUi(<Steps of={compared(3)} hasMarks={false} />)
  expect(screen.queryByRole('button', { name: 'Next difference' })).toBeNull()
  await user.keyboard('n')
  expect(screen.getByRole('status')).toHaveTextContent('3 differences')
})

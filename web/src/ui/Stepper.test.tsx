import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Stepper } from './Stepper'

it('says of every step how far it came, in words too', () => {
  renderUi(
    <Stepper
      label="Steps"
      steps={[
        { label: 'Unpack', state: 'done', stateText: 'Done', percent: 100 },
        { label: 'Inspect', state: 'current', stateText: 'Running', percent: 40 },
        { label: 'Report', state: 'waiting', stateText: 'Waiting' },
      ]}
    />,
  )
  const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual(['Unpack100 %', 'Inspect40 %', 'Report'])
  expect(screen.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
    'Done',
    'Running',
    'Waiting',
  ])
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
})

import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Choices } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { ApplicabilityDialog } from './ApplicabilityDialog'

connectApp()

const bicycle = { code: 'DMC-BIKE-00WA-D', title: 'Bicycle' }
const brake = { code: 'DMC-BRAKE-00WA-D', title: 'Brake' }
const choices: Choices = {
  aircraft: [],
  products: [
    {
      id: 'p1@DMC-BIKE-00WA-D',
      key: 'p1@DMC-BIKE-00WA-D;model=Mountain',
      label: 'Mountain',
      assigns: [],
      table: bicycle,
    },
    {
      id: 'p1@DMC-BRAKE-00WA-D',
      key: 'p1@DMC-BRAKE-00WA-D;model=Mk1',
      label: 'Mk1',
      assigns: [],
      table: brake,
    },
  ],
  properties: [
    { ident: 'model', type: 'prodattr', name: 'Model', values: ['Mountain'], table: bicycle },
    { ident: 'serial', type: 'prodattr', name: 'Serial', values: [], allowed: '0001~9999', table: bicycle },
    { ident: 'model', type: 'prodattr', name: 'Model', values: ['Mk1'], table: brake },
  ],
}

function Shown({ onChoose }: { onChoose: (choice: object) => void }) {
  const query = useQuery({ queryKey: ['choices of a test'], queryFn: async () => choices })
  return <ApplicabilityDialog choices={query} choice={{}} onChoose={onChoose} onClose={() => {}} />
}

it('says which table a choice belongs to, and chooses in that one alone', async () => {
  const onChoose = vi.fn()
  const { user } = renderPage(<Shown onChoose={onChoose} />, ada)
  expect(await screen.findByRole('option', { name: 'Brake: Mk1' })).toBeInTheDocument()
  const [ofBicycle, ofBrake] = screen.getAllByRole('combobox', { name: 'Model' })
  expect(ofBicycle).toHaveAccessibleDescription('Bicycle')
  expect(ofBrake).toHaveAccessibleDescription('Brake')
  expect(screen.getByRole('textbox', { name: 'Serial' })).toHaveAccessibleDescription(
    'Bicycle · Allowed: 0001–9999',
  )
  if (ofBrake) await user.selectOptions(ofBrake, 'Mk1')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(onChoose).toHaveBeenCalledWith(
    expect.objectContaining({ set: ['prodattr:model@DMC-BRAKE-00WA-D=Mk1'] }),
  )
})

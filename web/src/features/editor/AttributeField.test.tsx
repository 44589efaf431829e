import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { AttributeField, type AttributeRow } from './AttributeField'

const row = (value: string): AttributeRow => ({
  name: 'unit',
  value: undefined,
  isRequired: false,
  isPlain: true,
  kind: 'text',
  values: [value],
  isClosed: false,
})

it('offers each field its own values, also beside another one of that name', () => {
  renderUi(
    <>
      <AttributeField attribute={row('mm')} ids={[]} readOnly={false} onChange={() => undefined} />
      <AttributeField attribute={row('psi')} ids={[]} readOnly={false} onChange={() => undefined} />
    </>,
  )
  const values = screen.getAllByLabelText('unit').map((field) => {
    const list = document.getElementById(field.getAttribute('list') ?? '')
    return list?.querySelector('option')?.value
  })
  expect(values).toEqual(['mm', 'psi'])
})

import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { DropZone } from './DropZone'

const zip = new File(['x'], 'a.zip', { type: 'application/zip' })
const zone = () => screen.getByRole('group', { name: 'Drop a package' })

function renderZone(more: { error?: string; disabledReason?: string } = {}) {
  const onFile = vi.fn()
  renderUi(<DropZone label="Drop a package" buttonText="Choose" accept=".zip" onFile={onFile} {...more} />)
  return onFile
}

it('takes a dropped file', () => {
  const onFile = renderZone()
  fireEvent.dragEnter(zone())
  expect(zone()).toHaveClass('af-drop-over')
  fireEvent.drop(zone(), { dataTransfer: { files: [zip] } })
  expect(onFile).toHaveBeenCalledExactlyOnceWith(zip)
  expect(zone()).not.toHaveClass('af-drop-over')
})

it('stays marked while the pointer crosses what stands in it', () => {
  renderZone()
  fireEvent.dragEnter(zone())
  fireEvent.dragEnter(screen.getByRole('button', { name: 'Choose' }))
  fireEvent.dragLeave(zone())
  expect(zone()).toHaveClass('af-drop-over')
})

it('takes a picked file, also the same twice', async () => {
  const onFile = renderZone()
  const input = screen.getByLabelText('Drop a package', { selector: 'input' })
  await userEvent.upload(input, zip)
  await userEvent.upload(input, zip)
  expect(onFile).toHaveBeenCalledTimes(2)
})

it('opens the picker with its button', async () => {
  renderZone()
  const input = screen.getByLabelText('Drop a package', { selector: 'input' })
  const click = vi.spyOn(input, 'click')
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  expect(click).toHaveBeenCalledOnce()
})

it('refuses more than one file at once, until one comes alone', () => {
  const onFile = renderZone()
  fireEvent.drop(zone(), { dataTransfer: { files: [zip, zip] } })
  expect(onFile).not.toHaveBeenCalled()
  expect(screen.getByRole('alert')).toHaveTextContent('At most 1 at a time')
  expect(zone()).toHaveAccessibleDescription('At most 1 at a time')
  fireEvent.drop(zone(), { dataTransfer: { files: [zip] } })
  expect(onFile).toHaveBeenCalledExactlyOnceWith(zip)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('takes as many files as it is told', () => {
  const onFiles = vi.fn()
  renderUi(<DropZone label="Drop a package" buttonText="Choose" most={2} onFiles={onFiles} />)
  fireEvent.drop(zone(), { dataTransfer: { files: [zip, zip] } })
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([zip, zip])
  fireEvent.drop(zone(), { dataTransfer: { files: [zip, zip, zip] } })
  expect(onFiles).toHaveBeenCalledOnce()
  expect(screen.getByRole('alert')).toHaveTextContent('At most 2 at a time')
})

it('says what was wrong with the file', () => {
  renderZone({ error: 'No package' })
  expect(screen.getByRole('alert')).toHaveTextContent('No package')
  expect(zone()).toHaveAccessibleDescription('No package')
})

it('takes nothing from whom it is closed to, and says why', () => {
  const onFile = renderZone({ disabledReason: 'Readers import nothing' })
  fireEvent.drop(zone(), { dataTransfer: { files: [zip] } })
  expect(onFile).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Choose' })).toHaveAttribute('aria-disabled', 'true')
})

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { renderUi } from '@/testing/renderUi'
import { Dialog } from '@/ui/Dialog'
import { LeaveGuard } from './LeaveGuard'

const traverseTo = vi.fn(() => ({ finished: Promise.resolve() }))

beforeAll(startI18n)
beforeEach(() => vi.stubGlobal('navigation', Object.assign(new EventTarget(), { traverseTo })))
afterEach(() => {
  vi.unstubAllGlobals()
  traverseTo.mockClear()
})

/** The browser's event before it goes back; gives whether it was asked to wait. */
function goBack(): boolean {
  const event = Object.assign(new Event('navigate', { cancelable: true }), {
    navigationType: 'traverse',
    destination: { key: 'before' },
  })
  act(() => void window.navigation.dispatchEvent(event))
  return event.defaultPrevented
}

function renderForm(filledIn: boolean) {
  renderUi(
    <>
      <Dialog title="Create user" staticBackdrop={filledIn} onClose={() => undefined}>
        Form
      </Dialog>
      <LeaveGuard />
    </>,
  )
}

it('lets Back close what holds no text', () => {
  renderForm(false)
  expect(goBack()).toBe(false)
})

it('asks before Back closes a form that is filled in, and goes there when told so', async () => {
  renderForm(true)
  expect(goBack()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(traverseTo).not.toHaveBeenCalled()
  expect(goBack()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(traverseTo).toHaveBeenCalledWith('before')
  expect(screen.queryByRole('dialog', { name: 'Discard unsaved changes?' })).toBeNull()
})

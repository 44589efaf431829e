import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Button } from './Button'
import { ConfirmDialog } from './ConfirmDialog'
import { Dialog, shakeDuration } from './Dialog'
import { Field } from './Field'

afterEach(() => vi.useRealTimers())

function backdrop(): HTMLElement {
  const element = screen.getByRole('dialog').parentElement
  if (!element) throw new Error('The dialog has no backdrop')
  return element
}

function pressBackdrop() {
  fireEvent.pointerDown(backdrop())
  fireEvent.click(backdrop())
}

const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' })

function PageWithDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog title="Create user" onClose={() => setOpen(false)} footer={<Button>Save</Button>}>
          <Field label="Account" />
        </Dialog>
      )}
    </>
  )
}

function RowWithDialog() {
  const [rows, setRows] = useState(['pump', 'valve'])
  const [asked, setAsked] = useState(false)
  const remove = () => {
    setRows(['valve'])
    setAsked(false)
  }
  return (
    <>
      <table aria-label="Parts">
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <td>
                <button type="button" onClick={() => setAsked(true)}>
                  Delete {row}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <Dialog title="Delete" onClose={() => setAsked(false)}>
          <button type="button" onClick={remove}>
            Confirm
          </button>
        </Dialog>
      )}
    </>
  )
}

function TwoSteps() {
  const [step, setStep] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Start
      </button>
      {step === 1 && (
        <Dialog key="ask" title="Ask" onClose={() => setStep(0)}>
          <button type="button" onClick={() => setStep(2)}>
            Go on
          </button>
        </Dialog>
      )}
      {step === 2 && (
        <Dialog key="answer" title="Answer" onClose={() => setStep(0)}>
          Text
        </Dialog>
      )}
    </>
  )
}

describe('Dialog', () => {
  it('is named by its heading of level two', () => {
    renderUi(
      <Dialog title="Create user" onClose={vi.fn()}>
        Text
      </Dialog>,
    )
    expect(screen.getByRole('dialog', { name: 'Create user' })).toHaveAttribute('aria-modal', 'true')
    expect(screen.getByRole('heading', { level: 2, name: 'Create user' })).toBeInTheDocument()
  })

  it('starts at its first field, or at its top where it is read first', () => {
    const content = (
      <>
        <button type="button">Edit</button>
        <input aria-label="Name" />
      </>
    )
    const { unmount } = renderUi(
      <Dialog title="Create user" onClose={vi.fn()}>
        {content}
      </Dialog>,
    )
    expect(screen.getByRole('textbox')).toHaveFocus()
    unmount()
    renderUi(
      <Dialog title="Create user" startsAtTop onClose={vi.fn()}>
        {content}
      </Dialog>,
    )
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
  })

  it('closes on Escape, on its backdrop and by its button', () => {
    const onClose = vi.fn()
    renderUi(
      <Dialog title="Create user" onClose={onClose}>
        Text
      </Dialog>,
    )
    pressEscape()
    pressBackdrop()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(3)
  })

  it('stays open when a press starts inside and ends on the backdrop', () => {
    const onClose = vi.fn()
    renderUi(
      <Dialog title="Create user" onClose={onClose}>
        Text
      </Dialog>,
    )
    fireEvent.pointerDown(screen.getByText('Text'))
    fireEvent.click(backdrop())
    expect(onClose).not.toHaveBeenCalled()
  })

  it('shakes for 300 ms instead of closing when its backdrop is static', () => {
    vi.useFakeTimers()
    const onClose = vi.fn()
    renderUi(
      <Dialog title="Create user" staticBackdrop onClose={onClose}>
        Text
      </Dialog>,
    )
    for (const attempt of [pressEscape, pressBackdrop]) {
      attempt()
      expect(screen.getByRole('dialog')).toHaveClass('af-dialog-shake')
      expect(screen.getByRole('dialog')).toHaveStyle({ animationDuration: '300ms' })
      act(() => vi.advanceTimersByTime(299))
      expect(screen.getByRole('dialog')).toHaveClass('af-dialog-shake')
      act(() => vi.advanceTimersByTime(1))
      expect(screen.getByRole('dialog')).not.toHaveClass('af-dialog-shake')
    }
    expect(shakeDuration).toBe(300)
    expect(onClose).not.toHaveBeenCalled()
  })

  it('cannot be closed while it is busy, also when it became busy after opening', () => {
    const onClose = vi.fn()
    const dialog = (busy: boolean) => (
      <Dialog title="Create user" busy={busy} onClose={onClose}>
        Text
      </Dialog>
    )
    const { rerender } = renderUi(dialog(false))
    rerender(dialog(true))
    pressEscape()
    pressBackdrop()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('focuses its first field, keeps Tab inside and gives the focus back', async () => {
    const user = userEvent.setup()
    renderUi(<PageWithDialog />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByLabelText('Account')).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
    await user.tab({ shift: true })
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  it('gives the focus back through a dialog whose place it took', async () => {
    const user = userEvent.setup()
    renderUi(<TwoSteps />)
    await user.click(screen.getByRole('button', { name: 'Start' }))
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    expect(screen.getByRole('dialog', { name: 'Answer' })).toContainElement(
      screen.getByRole('button', { name: 'Close' }),
    )
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Start' })).toHaveFocus()
  })

  it('gives the focus to the table when what opened it has gone', async () => {
    const user = userEvent.setup()
    renderUi(<RowWithDialog />)
    await user.click(screen.getByRole('button', { name: 'Delete pump' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(screen.getByRole('table', { name: 'Parts' })).toHaveFocus()
  })

  it('lets only the topmost of two answer Escape', () => {
    const lower = vi.fn()
    const upper = vi.fn()
    renderUi(
      <>
        <Dialog title="Lower" onClose={lower}>
          Text
        </Dialog>
        <Dialog title="Upper" onClose={upper}>
          Text
        </Dialog>
      </>,
    )
    pressEscape()
    expect(upper).toHaveBeenCalledOnce()
    expect(lower).not.toHaveBeenCalled()
  })

  it('submits body and footer as one form', async () => {
    const onSubmit = vi.fn((event) => event.preventDefault())
    renderUi(
      <Dialog
        title="Create user"
        onClose={vi.fn()}
        onSubmit={onSubmit}
        footer={<Button type="submit">Save</Button>}
      >
        <Field label="Account" />
      </Dialog>,
    )
    await userEvent.type(screen.getByLabelText('Account'), 'ann{Enter}')
    expect(onSubmit).toHaveBeenCalledOnce()
  })
})

describe('ConfirmDialog', () => {
  const confirm = {
    title: 'Delete',
    confirmText: 'Delete',
    busyText: 'Deleting',
    onConfirm: vi.fn(),
    onClose: vi.fn(),
  }

  it('starts with the focus on Cancel, so that Enter harms nothing', () => {
    renderUi(<ConfirmDialog {...confirm}>Gone for ever</ConfirmDialog>)
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })

  it('says what it is doing while busy and confirms only once', () => {
    const onConfirm = vi.fn()
    renderUi(
      <ConfirmDialog {...confirm} busy onConfirm={onConfirm}>
        Gone for ever
      </ConfirmDialog>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Deleting' }))
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('shows the problem inside and can be tried again', () => {
    const onConfirm = vi.fn()
    renderUi(
      <ConfirmDialog {...confirm} problem="The last administrator stays" onConfirm={onConfirm}>
        Gone for ever
      </ConfirmDialog>,
    )
    expect(screen.getByRole('alert')).toHaveTextContent('The last administrator stays')
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})

function ClosedByAClick({ onBehind }: { onBehind: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={onBehind}>
        Behind
      </button>
      {open && (
        <Dialog title="Import" onClose={() => undefined}>
          <button type="button" onClick={() => setOpen(false)}>
            Go
          </button>
        </Dialog>
      )}
    </>
  )
}

it('keeps the second click of a double click from what lay behind it', () => {
  const onBehind = vi.fn()
  renderUi(<ClosedByAClick onBehind={onBehind} />)
  const behind = screen.getByText('Behind')
  fireEvent.click(screen.getByRole('button', { name: 'Go' }), { detail: 1 })
  fireEvent.mouseDown(behind, { detail: 2 })
  fireEvent.click(behind, { detail: 2 })
  expect(onBehind).not.toHaveBeenCalled()
  fireEvent.mouseDown(behind, { detail: 1 })
  fireEvent.click(behind, { detail: 1 })
  expect(onBehind).toHaveBeenCalledOnce()
  fireEvent.mouseDown(behind, { detail: 2 })
  fireEvent.click(behind, { detail: 2 })
  expect(onBehind).toHaveBeenCalledTimes(2)
})

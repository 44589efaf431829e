import { createPopper } from '@popperjs/core'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { Popover } from './Popover'
import { Tooltip } from './Tooltip'

vi.mock('@popperjs/core', { spy: true })

function offsetOfLastPopper(): unknown {
  const options = vi.mocked(createPopper).mock.lastCall?.[2]
  return options?.modifiers?.find((modifier) => modifier.name === 'offset')?.options
}

function focusByKey() {
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => screen.getByRole('button').focus())
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const tooltip = (
  <Tooltip text="Sign out of this device">
    <button type="button">Logout</button>
  </Tooltip>
)

describe('Tooltip', () => {
  it('stands 6 px off its anchor and describes it', () => {
    renderUi(tooltip)
    focusByKey()
    expect(offsetOfLastPopper()).toEqual({ offset: [0, 6] })
    expect(screen.getByRole('button')).toHaveAccessibleDescription('Sign out of this device')
  })

  it('leaves the page 300 ms after the focus has gone', () => {
    renderUi(tooltip)
    focusByKey()
    act(() => screen.getByRole('button').blur())
    act(() => vi.advanceTimersByTime(299))
    expect(screen.getByRole('tooltip')).toHaveAttribute('data-open', 'false')
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('stays away when the focus did not come by keyboard', () => {
    renderUi(tooltip)
    const button = screen.getByRole('button')
    const anchor = button.parentElement ?? document.body
    // jsdom cannot tell how the focus came.
    vi.spyOn(anchor, 'matches').mockReturnValue(false)
    act(() => button.focus())
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('stays while the pointer is on it and hides on Escape', () => {
    renderUi(tooltip)
    const anchor = screen.getByRole('button').parentElement ?? document.body
    fireEvent(anchor, new Event('pointerenter'))
    fireEvent(anchor, new Event('pointerleave'))
    fireEvent(screen.getByRole('tooltip'), new Event('pointerenter'))
    act(() => vi.advanceTimersByTime(1000))
    expect(screen.getByRole('tooltip')).toHaveAttribute('data-open', 'true')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    act(() => vi.advanceTimersByTime(300))
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })
})

describe('Popover', () => {
  const popover = (
    <Popover label="Columns" content={<input aria-label="Only mine" />}>
      <Button>Choose</Button>
    </Popover>
  )
  const trigger = () => screen.getByRole('button', { name: 'Choose' })

  it('opens 8 px off its button and says so', () => {
    renderUi(popover)
    expect(trigger()).toHaveAttribute('aria-expanded', 'false')
    fireEvent.click(trigger())
    expect(screen.getByRole('dialog', { name: 'Columns' })).toBeInTheDocument()
    expect(trigger()).toHaveAttribute('aria-expanded', 'true')
    expect(offsetOfLastPopper()).toEqual({ offset: [0, 8] })
  })

  it('leaves the page 300 ms after a press outside', () => {
    renderUi(popover)
    fireEvent.click(trigger())
    fireEvent.pointerDown(screen.getByLabelText('Only mine'))
    expect(trigger()).toHaveAttribute('aria-expanded', 'true')
    fireEvent.pointerDown(document.body)
    act(() => vi.advanceTimersByTime(299))
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('takes Escape for itself inside a dialog and gives the focus back', () => {
    const onClose = vi.fn()
    renderUi(
      <Dialog title="Users" onClose={onClose}>
        {popover}
      </Dialog>,
    )
    fireEvent.click(trigger())
    screen.getByLabelText('Only mine').focus()
    fireEvent.keyDown(screen.getByLabelText('Only mine'), { key: 'Escape' })
    expect(onClose).not.toHaveBeenCalled()
    expect(trigger()).toHaveFocus()
    fireEvent.keyDown(trigger(), { key: 'Escape' })
    expect(onClose).toHaveBeenCalledOnce()
  })
})

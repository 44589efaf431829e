import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, Profiler } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Button } from './Button'
import { IconButton } from './IconButton'
import { LinkButton } from './LinkButton'

describe('Button', () => {
  it('does nothing while busy, says so, and keeps the focus', async () => {
    const onClick = vi.fn()
    const button = (busy: boolean) => (
      <Button busy={busy} busyText="Saving" onClick={onClick}>
        Save
      </Button>
    )
    const { rerender } = renderUi(button(false))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    rerender(button(true))
    const busy = screen.getByRole('button', { name: 'Saving' })
    fireEvent.click(busy)
    expect(onClick).toHaveBeenCalledOnce()
    expect(busy).toHaveFocus()
    expect(busy).toHaveAttribute('aria-busy', 'true')
  })

  it('takes a double click for one wish where it starts something', async () => {
    const [start, step] = [vi.fn(), vi.fn()]
    renderUi(
      <>
        <Button busy={false} onClick={start}>
          Save
        </Button>
        <Button onClick={step}>Next</Button>
      </>,
    )
    await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }))
    await userEvent.dblClick(screen.getByRole('button', { name: 'Next' }))
    expect(start).toHaveBeenCalledOnce()
    expect(step).toHaveBeenCalledTimes(2)
  })

  it('listens to no keys and does not render anew on hover without a reason', async () => {
    const listening = vi.spyOn(document, 'addEventListener')
    const rendered = vi.fn()
    renderUi(
      <Profiler id="button" onRender={rendered}>
        <Button>Save</Button>
      </Profiler>,
    )
    rendered.mockClear()
    await userEvent.hover(screen.getByRole('button', { name: 'Save' }))
    expect(rendered).not.toHaveBeenCalled()
    expect(listening.mock.calls.filter(([name]) => name === 'keydown')).toEqual([])
  })

  it('does not submit its form while busy', () => {
    const onSubmit = vi.fn()
    renderUi(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('tells by tooltip and description why it is closed, and can be focused to read it', async () => {
    const onClick = vi.fn()
    // Whoever comes from a text field came by the keyboard, whatever jsdom remembers of the tests before.
    renderUi(
      <>
        <input aria-label="Name" />
        <Button disabledReason="Only an administrator may do this" onClick={onClick}>
          Delete
        </Button>
      </>,
    )
    await userEvent.tab()
    await userEvent.tab()
    const button = screen.getByRole('button', { name: 'Delete' })
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription('Only an administrator may do this')
    expect(screen.getByRole('tooltip')).toHaveTextContent('Only an administrator may do this')
    await userEvent.keyboard('{Enter}')
    expect(onClick).not.toHaveBeenCalled()
  })

  it('hands its element to the caller', () => {
    const ref = createRef<HTMLButtonElement>()
    renderUi(<Button ref={ref}>Save</Button>)
    expect(ref.current).toBe(screen.getByRole('button'))
  })
})

describe('IconButton', () => {
  it('is named by its label and shows it when hovered', async () => {
    renderUi(<IconButton icon="edit" label="Edit ann" />)
    await userEvent.hover(screen.getByRole('button', { name: 'Edit ann' }))
    expect(screen.getByRole('tooltip')).toHaveTextContent('Edit ann')
  })

  it('shows only the reason when it is closed', async () => {
    renderUi(<IconButton icon="edit" label="Edit ann" disabledReason="Not yours" />)
    await userEvent.hover(screen.getByRole('button', { name: 'Edit ann' }))
    expect(screen.getAllByRole('tooltip').map((tooltip) => tooltip.textContent)).toEqual(['Not yours'])
  })
})

describe('LinkButton', () => {
  it('opens an outside address in a new tab', () => {
    renderUi(
      <LinkButton href="/user-manual/" external>
        Help
      </LinkButton>,
    )
    expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('target', '_blank')
  })
})

import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { MultiSelect } from './MultiSelect'

const roles = [
  { value: 'admin', label: 'Administrator' },
  { value: 'author', label: 'Author' },
  { value: 'reader', label: 'Reader' },
]

interface FilterProps {
  start?: string[]
  onChange: (value: string[]) => void
}

function Filter({ start = [], onChange }: FilterProps) {
  const [value, setValue] = useState(start)
  const change = (next: string[]) => {
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <MultiSelect label="Roles" placeholder="All roles" options={roles} value={value} onChange={change} />
      <button type="button" onClick={() => setValue(['reader'])}>
        Reset
      </button>
    </>
  )
}

const field = () => screen.getByRole('button', { name: /^Roles/ })
const option = (name: string) => screen.getByRole('option', { name })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('MultiSelect', () => {
  it('shows a choice at once and reports it 1000 ms after the last click', () => {
    const onChange = vi.fn()
    renderUi(<Filter onChange={onChange} />)
    fireEvent.click(field())
    fireEvent.click(option('Reader'))
    act(() => vi.advanceTimersByTime(900))
    fireEvent.click(option('Administrator'))
    expect(option('Reader')).toHaveAttribute('aria-selected', 'true')
    expect(field()).toHaveTextContent('2 selected')
    act(() => vi.advanceTimersByTime(999))
    expect(onChange).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(1))
    expect(onChange.mock.calls).toEqual([[['admin', 'reader']]])
    expect(field()).toHaveTextContent('2 selected')
  })

  it('names what is chosen: nothing, one, several', () => {
    renderUi(<Filter onChange={vi.fn()} />)
    expect(field()).toHaveTextContent('All roles')
    fireEvent.click(field())
    fireEvent.click(option('Author'))
    expect(field()).toHaveTextContent('Author')
  })

  it('is worked by keys alone', () => {
    const onChange = vi.fn()
    renderUi(<Filter onChange={onChange} />)
    fireEvent.click(field())
    const list = screen.getByRole('listbox', { name: 'Roles' })
    expect(list).toHaveFocus()
    for (const key of ['ArrowDown', ' ', 'End', 'Enter', 'ArrowDown', ' ']) fireEvent.keyDown(list, { key })
    act(() => vi.advanceTimersByTime(1000))
    expect(onChange).toHaveBeenCalledWith(['admin', 'author', 'reader'])
    fireEvent.keyDown(list, { key: 'Escape' })
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(field()).toHaveFocus()
  })

  it('lets a value from outside win over one that is pending', () => {
    const onChange = vi.fn()
    renderUi(<Filter onChange={onChange} />)
    fireEvent.click(field())
    fireEvent.click(option('Author'))
    fireEvent.click(screen.getByText('Reset'))
    expect(field()).toHaveTextContent('Reader')
    act(() => vi.advanceTimersByTime(1000))
    expect(onChange).not.toHaveBeenCalled()
  })

  it('reports what is pending when it leaves the page, once', () => {
    const onChange = vi.fn()
    const { unmount } = renderUi(<Filter onChange={onChange} />)
    fireEvent.click(field())
    fireEvent.click(option('Author'))
    unmount()
    vi.advanceTimersByTime(5000)
    expect(onChange.mock.calls).toEqual([[['author']]])
  })

  it('has nothing to report at the end once the choice was reported or overruled', () => {
    const onChange = vi.fn()
    const { unmount } = renderUi(<Filter onChange={onChange} />)
    fireEvent.click(field())
    fireEvent.click(option('Author'))
    act(() => vi.advanceTimersByTime(1000))
    fireEvent.click(option('Administrator'))
    fireEvent.click(screen.getByText('Reset'))
    unmount()
    vi.advanceTimersByTime(5000)
    expect(onChange.mock.calls).toEqual([[['author']]])
  })
})

import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Checkbox } from './Checkbox'
import { CheckboxGroup } from './CheckboxGroup'
import { Field } from './Field'
import { FormProblem } from './FormProblem'
import { PasswordField } from './PasswordField'
import { RadioGroup } from './RadioGroup'
import { SearchField } from './SearchField'
import { Select } from './Select'
import { Switch } from './Switch'

const languages = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: 'Chinese' },
  { value: 'fr', label: 'French', disabled: true },
]

describe('Field', () => {
  it('ties label, hint and error to its input', () => {
    renderUi(<Field label="Email" hint="At work" error="Email is empty" required />)
    const input = screen.getByRole('textbox', { name: /Email/ })
    expect(input).toHaveAccessibleDescription('Email is empty At work')
    expect(input).toBeInvalid()
    expect(input).toBeRequired()
  })

  it('is valid and undescribed without hint and error', () => {
    renderUi(<Field label="Email" />)
    expect(screen.getByLabelText('Email')).toBeValid()
    expect(screen.getByLabelText('Email')).not.toHaveAttribute('aria-describedby')
  })

  it('keeps a hidden label for screen readers', () => {
    renderUi(<Field label="Email" labelHidden />)
    expect(screen.getByText('Email')).toHaveClass('visually-hidden')
    expect(screen.getByLabelText('Email')).toBeInTheDocument()
  })

  it('passes ref and native attributes on, as forms need it', async () => {
    const ref = createRef<HTMLInputElement>()
    const onChange = vi.fn()
    renderUi(<Field ref={ref} label="Email" name="email" type="email" onChange={onChange} />)
    await userEvent.type(screen.getByLabelText('Email'), 'a')
    expect(ref.current).toHaveAttribute('name', 'email')
    expect(onChange).toHaveBeenCalledOnce()
  })
})

describe('Select', () => {
  it('carries label and error like a field', () => {
    renderUi(<Select label="Language" options={languages} error="Choose one" />)
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveAccessibleDescription('Choose one')
    expect(screen.getByRole('option', { name: 'French' })).toBeDisabled()
  })
})

describe('PasswordField', () => {
  it('shows and hides what was typed', async () => {
    renderUi(<PasswordField label="Password" />)
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  })
})

describe('CheckboxGroup', () => {
  it('reports the choice in the order of the options', () => {
    const onChange = vi.fn()
    renderUi(<CheckboxGroup legend="Languages" options={languages} value={['zh']} onChange={onChange} />)
    expect(screen.getByRole('group', { name: 'Languages' })).toBeInTheDocument()
    fireEvent.click(screen.getByRole('checkbox', { name: 'English' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Chinese' }))
    expect(onChange.mock.calls).toEqual([[['en', 'zh']], [[]]])
  })

  it('describes the group by its error and closes it as a whole', () => {
    renderUi(
      <CheckboxGroup
        legend="Languages"
        options={languages}
        value={[]}
        onChange={vi.fn()}
        error="One at least"
        disabled
      />,
    )
    expect(screen.getByRole('group')).toHaveAccessibleDescription('One at least')
    expect(screen.getByRole('checkbox', { name: 'English' })).toBeDisabled()
  })
})

describe('RadioGroup', () => {
  it('reports the chosen value and reads out the hint of an option', () => {
    const onChange = vi.fn()
    const options = [
      { value: 'reader', label: 'Reader', hint: 'Reads and comments' },
      { value: 'author', label: 'Author' },
    ]
    renderUi(<RadioGroup legend="Role" options={options} value="reader" onChange={onChange} />)
    expect(screen.getByRole('radio', { name: 'Reader' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'Reader' })).toHaveAccessibleDescription('Reads and comments')
    fireEvent.click(screen.getByRole('radio', { name: 'Author' }))
    expect(onChange).toHaveBeenCalledWith('author')
  })
})

describe('Checkbox and Switch', () => {
  it('are told apart by their role', () => {
    renderUi(
      <>
        <Checkbox label="Accept" error="Please accept" />
        <Switch label="Notify me" hint="By message" />
      </>,
    )
    expect(screen.getByRole('checkbox', { name: 'Accept' })).toHaveAccessibleDescription('Please accept')
    expect(screen.getByRole('switch', { name: 'Notify me' })).toHaveAccessibleDescription('By message')
  })
})

function Search({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('')
  return <SearchField label="Search" value={text} onChange={setText} onSearch={onSearch} />
}

describe('SearchField', () => {
  it('searches on Enter and by its icon, also for nothing', async () => {
    const onSearch = vi.fn()
    renderUi(<Search onSearch={onSearch} />)
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'rotor{Enter}')
    expect(onSearch.mock.calls).toEqual([[''], ['rotor']])
  })

  it('leaves Enter to an input method that is choosing characters', () => {
    const onSearch = vi.fn()
    renderUi(<Search onSearch={onSearch} />)
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', isComposing: true })
    expect(onSearch).not.toHaveBeenCalled()
  })

  it('can be cleared', async () => {
    renderUi(<Search onSearch={vi.fn()} />)
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
    await userEvent.type(screen.getByRole('searchbox'), 'rotor')
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })
})

describe('FormProblem', () => {
  it('is a live region before there is anything to say', () => {
    const { rerender } = renderUi(<FormProblem />)
    const region = screen.getByRole('alert')
    expect(region).toBeEmptyDOMElement()
    rerender(<FormProblem>Username or password error</FormProblem>)
    expect(region).toHaveTextContent('Username or password error')
  })
})

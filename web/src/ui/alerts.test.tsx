import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { AlertStack, focusAlerts, oneAlertQuery } from './AlertStack'
import { alertStore, clearAlerts, dismissAlert, dismissSuccessesLinkedTo, showAlert } from './alerts'
import { Dialog } from './Dialog'
import { ToastStack } from './ToastStack'
import { dismissToast, showToast } from './toasts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  clearAlerts()
  vi.useRealTimers()
})

function focused(): HTMLElement {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement)) throw new Error('nothing has the focus')
  return activeElement
}

const banner = (text: string) => screen.getByText(text).parentElement ?? document.body

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('has its live regions before the first message, and none of them in another', () => {
  renderUi(
    <>
      <AlertStack />
      <ToastStack />
    </>,
  )
  const regions = screen.getAllByRole('log')
  act(() => {
    showAlert({ tone: 'info', text: 'Banner' })
    showToast({ tone: 'success', text: 'Saved' })
    showToast({ tone: 'danger', text: 'Toast' })
  })
  expect(regions.map(({ textContent }) => textContent?.trim())).toEqual(['Banner', 'Saved'])
  const live = '[aria-live], [role="status"], [role="log"], [role="alert"]'
  for (const text of ['Banner', 'Saved', 'Toast']) {
    const region = screen.getByText(text).closest(live)
    expect(region).not.toBeNull()
    expect(region?.parentElement?.closest(live)).toBeNull()
  }
  pass(5000)
})

describe('AlertStack', () => {
  it('takes a plain alert away after 3000 ms', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'success', text: 'Operation successful!' }))
    pass(2999)
    expect(screen.getByText('Operation successful!')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Operation successful!')).not.toBeInTheDocument()
  })

  it('stacks alerts 10 px apart, the newest last, in their four tones', () => {
    renderUi(<AlertStack />)
    const tones = ['success', 'danger', 'warning', 'info'] as const
    act(() => {
      for (const tone of tones) showAlert({ tone, text: tone })
    })
    const shown = tones.map((tone) => screen.getByText(tone).parentElement)
    expect(shown.map((alert) => alert?.className.match(/af-tone-(\w+)/)?.[1])).toEqual(tones)
    expect(screen.getByRole('log').parentElement).toHaveStyle({ gap: '10px' })
    expect(shown.map((alert) => alert?.style.order)).toEqual(['0', '1', '2', '3'])
  })

  it('puts a title in a line of its own', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'danger', title: 'It failed', text: 'Step: Unpack', dismissible: true }))
    expect(screen.getByRole('alert')).toHaveTextContent('It failed Step: Unpack')
    expect(screen.getByText('It failed').tagName).toBe('STRONG')
  })

  it('keeps a dismissible one until it is closed', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'warning', text: 'Read me', dismissible: true }))
    pass(60_000)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Read me')).not.toBeInTheDocument()
  })

  it('keeps a linked one until its link is followed', () => {
    renderUi(<AlertStack />)
    act(() =>
      showAlert({
        tone: 'info',
        text: 'Ready to import !',
        links: [{ text: 'Open', href: '#/import/index' }],
      }),
    )
    pass(60_000)
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '#/import/index')
    fireEvent.click(screen.getByRole('link', { name: 'Open' }))
    expect(screen.queryByText('Ready to import !')).not.toBeInTheDocument()
  })

  it('loses a success when its page is opened by another way, and keeps a failure', () => {
    const manual = [{ text: 'Open manual', href: '#/library/H160/MEL' }]
    for (const tone of ['success', 'danger'] as const) showAlert({ tone, text: 'Done', links: manual })
    const tones = () => alertStore.get().map(({ tone }) => tone)
    dismissSuccessesLinkedTo('#/library/H160/MEL-2')
    expect(tones()).toEqual(['success', 'danger'])
    dismissSuccessesLinkedTo('#/library/H160/MEL?dm=A')
    expect(tones()).toEqual(['danger'])
  })

  it('runs an action once and goes', () => {
    const onSelect = vi.fn()
    renderUi(<AlertStack />)
    act(() =>
      showAlert({ tone: 'info', text: 'A new version is ready', action: { text: 'Reload', onSelect } }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(onSelect).toHaveBeenCalledOnce()
    expect(screen.queryByText('A new version is ready')).not.toBeInTheDocument()
  })

  it('waits while the pointer rests on it', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'info', text: 'Slow reader' }))
    fireEvent.pointerEnter(banner('Slow reader'))
    pass(10_000)
    fireEvent.pointerLeave(banner('Slow reader'))
    pass(2999)
    expect(screen.getByText('Slow reader')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Slow reader')).not.toBeInTheDocument()
  })

  it('interrupts only for danger', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'danger', text: 'Failed' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Failed')
  })

  it('can be taken back by its id', () => {
    const id = showAlert({ tone: 'danger', text: 'Offline', dismissible: true })
    renderUi(<AlertStack />)
    expect(screen.getByText('Offline')).toBeInTheDocument()
    act(() => dismissAlert(id))
    expect(screen.queryByText('Offline')).not.toBeInTheDocument()
  })
})

describe('many banners', () => {
  const stay = (text: string) => showAlert({ tone: 'danger', text, dismissible: true })

  it('are four, and the earlier ones a number that opens them', () => {
    renderUi(<AlertStack />)
    act(() => {
      for (const text of ['A', 'B', 'C', 'D', 'E', 'F']) stay(text)
    })
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent?.trim())).toEqual([
      'C',
      'D',
      'E',
      'F',
    ])
    expect(screen.getByRole('status')).toHaveTextContent('2 earlier messages')
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(screen.getAllByRole('alert')).toHaveLength(6)
    fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
    expect(screen.getAllByRole('alert')).toHaveLength(4)
    fireEvent.click(screen.getByRole('button', { name: 'Close all' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('are one on a telephone', () => {
    const wide = window.matchMedia
    window.matchMedia = (media) => ({ ...wide(media), matches: media === oneAlertQuery })
    renderUi(<AlertStack />)
    act(() => {
      for (const text of ['A', 'B', 'C']) stay(text)
    })
    expect(screen.getByRole('alert')).toHaveTextContent('C')
    expect(screen.getByRole('status')).toHaveTextContent('2 earlier messages')
  })

  it('wait with their time until they are seen', () => {
    renderUi(<AlertStack />)
    act(() => {
      showAlert({ tone: 'info', text: 'Short' })
      for (const text of ['A', 'B', 'C', 'D']) stay(text)
    })
    pass(60_000)
    expect(screen.queryByText('Short')).not.toBeInTheDocument()
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
    expect(screen.getByText('Short')).toBeInTheDocument()
    pass(3000)
    expect(screen.queryByText('Short')).not.toBeInTheDocument()
  })

  it('that say the same are one, counted, with the time and the link of the last', () => {
    renderUi(<AlertStack />)
    const offline = (href?: string) =>
      showAlert({ tone: 'warning', text: 'Offline', links: href ? [{ text: 'Reason', href }] : [] })
    act(() => offline())
    pass(2000)
    act(() => offline())
    pass(2999)
    expect(screen.getByRole('log')).toHaveTextContent('Offline ×22 times')
    act(() => offline('#/a'))
    act(() => offline('#/b'))
    expect(screen.getAllByText('Offline')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Reason' })).toHaveAttribute('href', '#/b')
    act(() => {
      showAlert({ tone: 'warning', text: 'Offline', about: 'bike.zip' })
      showAlert({ tone: 'warning', text: 'Offline', concerns: 'package-1' })
    })
    expect(screen.getAllByText('Offline')).toHaveLength(3)
  })
})

describe('beside a dialog', () => {
  const withDialog = (open: boolean) => (
    <>
      {open && (
        <Dialog title="Edit" onClose={() => undefined}>
          Text
        </Dialog>
      )}
      <AlertStack />
      <ToastStack />
    </>
  )

  it('one banner stands short, the others are a number, and all come back after it', () => {
    const { rerender } = renderUi(withDialog(true))
    act(() => {
      for (const text of ['A', 'B', 'C']) {
        showAlert({ tone: 'danger', text, links: [{ text: `Open ${text}`, href: '#/' }] })
      }
    })
    expect(screen.getByRole('alert')).toHaveTextContent('C +22 more messages')
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    rerender(withDialog(false))
    expect(screen.getAllByRole('alert')).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'Open A' })).toBeInTheDocument()
  })

  it('a toast has the place first, and the banner has its whole time afterwards', () => {
    renderUi(withDialog(true))
    act(() => {
      showAlert({ tone: 'info', text: 'Banner' })
      showToast({ tone: 'warning', text: 'Toast' })
    })
    expect(screen.getByText('Toast')).toBeInTheDocument()
    expect(screen.queryByText('Banner')).not.toBeInTheDocument()
    pass(5000)
    expect(screen.getByText('Banner')).toBeInTheDocument()
    pass(3000)
    expect(screen.queryByText('Banner')).not.toBeInTheDocument()
  })
})

describe('by keyboard', () => {
  it('banners take no focus; Escape closes them one by one and gives the focus back', () => {
    renderUi(
      <>
        <input aria-label="Name" />
        <AlertStack />
      </>,
    )
    const field = screen.getByLabelText('Name')
    field.focus()
    focusAlerts()
    expect(field).toHaveFocus()
    act(() => {
      showAlert({ tone: 'danger', text: 'A', dismissible: true })
      showAlert({ tone: 'danger', text: 'B', dismissible: true })
    })
    expect(field).toHaveFocus()
    act(focusAlerts)
    for (const text of ['B', 'A']) {
      expect(screen.getByText(text).parentElement).toContainElement(focused())
      fireEvent.keyDown(focused(), { key: 'Escape' })
      expect(screen.queryByText(text)).not.toBeInTheDocument()
    }
    expect(field).toHaveFocus()
  })

  const withFields = (
    <>
      <input aria-label="Name" />
      <input aria-label="Code" />
      <AlertStack />
    </>
  )
  const stay = (text: string) => act(() => showAlert({ tone: 'danger', text, dismissible: true }))
  const comeFrom = (label: string) => {
    act(() => screen.getByLabelText(label).focus())
    act(focusAlerts)
  }
  /** As a browser does it: what is clicked has the focus. */
  const click = (name: string) => {
    const button = screen.getByRole('button', { name })
    act(() => button.focus())
    fireEvent.click(button)
  }

  it('all are closed at once and give the focus back', () => {
    renderUi(withFields)
    for (const text of ['A', 'B', 'C', 'D', 'E']) stay(text)
    comeFrom('Name')
    click('Close all')
    expect(screen.getByLabelText('Name')).toHaveFocus()
  })

  it('banners forget where somebody came from who has left them', () => {
    renderUi(withFields)
    stay('A')
    comeFrom('Name')
    act(() => screen.getByLabelText('Code').focus())
    click('Close')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Name')).not.toHaveFocus()
  })

  it('the newest has the focus, also where an earlier one interrupts', () => {
    renderUi(withFields)
    stay('Wrong')
    act(() => showAlert({ tone: 'info', text: 'Ready', dismissible: true }))
    comeFrom('Name')
    expect(banner('Ready')).toContainElement(focused())
  })

  it('banners give the focus back once', () => {
    renderUi(withFields)
    stay('A')
    comeFrom('Name')
    const moved = vi.spyOn(screen.getByLabelText('Name'), 'focus')
    fireEvent.keyDown(focused(), { key: 'Escape' })
    expect(moved).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
    stay('B')
    click('Close')
    expect(moved).toHaveBeenCalledOnce()
  })

  it('banners forget it also when they leave by themselves', () => {
    renderUi(withFields)
    stay('A')
    comeFrom('Name')
    act(clearAlerts)
    stay('B')
    click('Close')
    expect(screen.getByLabelText('Name')).not.toHaveFocus()
  })
})

describe('ToastStack', () => {
  it('says the same once, and starts its time anew', () => {
    renderUi(<ToastStack />)
    const say = () => act(() => showToast({ tone: 'warning', text: 'File Type must be zip package' }))
    say()
    pass(4000)
    say()
    const said = () => screen.queryAllByText('File Type must be zip package')
    expect(said()).toHaveLength(1)
    pass(4999)
    expect(said()).toHaveLength(1)
    pass(1)
    expect(said()).toHaveLength(0)
  })

  it('takes a toast away after 5000 ms', () => {
    renderUi(<ToastStack />)
    act(() => showToast({ tone: 'success', title: 'Saved', text: 'Operator DEMO' }))
    pass(4999)
    expect(screen.getByText('Operator DEMO')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Operator DEMO')).not.toBeInTheDocument()
  })

  it('wears the tone of a success, a warning or an error', () => {
    renderUi(<ToastStack />)
    const tones = ['success', 'warning', 'danger'] as const
    act(() => {
      for (const tone of tones) showToast({ tone, text: tone })
    })
    const shown = tones.map((tone) => screen.getByText(tone).parentElement?.className)
    expect(shown.map((className) => className?.match(/af-tone-(\w+)/)?.[1])).toEqual(tones)
    pass(5000)
  })

  it('can be closed before by button or by id', () => {
    renderUi(<ToastStack />)
    act(() => showToast({ tone: 'danger', text: 'First' }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('First')).not.toBeInTheDocument()
    let id = 0
    act(() => {
      id = showToast({ tone: 'danger', text: 'Second' })
    })
    act(() => dismissToast(id))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeOverlay, currentOverlay } from '@/lib/overlay'
import { file } from '@/testing/library'
import { arthur, paula, rita } from '@/testing/people'
import { editEntries, isEditable } from './editEntries'

const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`

function entriesFor(me: typeof arthur, checkedOutBy?: string, canTake = true, at?: string) {
  const go = vi.fn()
  const checkOut = vi.fn(async () => canTake)
  const held = checkedOutBy === undefined ? {} : { checkedOutBy, checkedOutOn: '2026-03-04T05:06:07Z' }
  const entries = editEntries(file(key, held), { t: (text) => text, me, go, checkOut, place: () => at })
  const run = async (label: string) => {
    entries.find((entry) => entry.label === label)?.onSelect()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { go, checkOut, run, entries, labels: entries.map(({ label }) => label) }
}

afterEach(closeOverlay)

it('edits data modules and publication modules, and no lists', () => {
  expect(isEditable(file(key))).toBe(true)
  expect(isEditable(file(key, { kind: 'pm' }))).toBe(true)
  expect(isEditable(file(key, { kind: 'dml' }))).toBe(false)
})

describe('the actions that edit a file', () => {
  it('are none for readers', () => {
    expect(entriesFor(rita).labels).toEqual([])
  })

  it('are none where grants leave an author only reading', () => {
    const elsewhere = [{ path: '/h160/amm', permissions: rita.permissions }]
    expect(entriesFor({ ...arthur, exceptions: elsewhere }).labels).toEqual([
      'editing.edit',
      'editing.checkOut',
    ])
    const here = [{ path: '/h160/mel', permissions: rita.permissions }]
    expect(entriesFor({ ...arthur, exceptions: here }).labels).toEqual([])
    // Somebody else's check-out is not ended by an approver who is an author here.
    const asAuthor = { ...paula, exceptions: [{ path: '/h160', permissions: arthur.permissions }] }
    expect(entriesFor(asAuthor, 'arthur').labels).toEqual(['editing.edit'])
  })

  it('check a free file out, and open the editor only then', async () => {
    const free = entriesFor(arthur)
    expect(free.labels).toEqual(['editing.edit', 'editing.checkOut'])
    await free.run('editing.edit')
    expect(free.checkOut).toHaveBeenCalledWith(path)
    expect(free.go).toHaveBeenCalledWith(`/editor?path=${encodeURIComponent(path)}`)
    const taken = entriesFor(arthur, undefined, false)
    await taken.run('editing.edit')
    expect(taken.go).not.toHaveBeenCalled()
  })

  it('open the editor at the paragraph that is read', async () => {
    const free = entriesFor(arthur, undefined, true, 'par-0002')
    await free.run('editing.edit')
    expect(free.go).toHaveBeenCalledWith(`/editor?path=${encodeURIComponent(path)}&at=par-0002`)
  })

  it('open the editor of an own file at once, check in and cancel', async () => {
    const own = entriesFor(arthur, 'arthur')
    expect(own.labels).toEqual(['editing.edit', 'editing.checkIn', 'editing.cancel'])
    await own.run('editing.edit')
    expect(own.checkOut).not.toHaveBeenCalled()
    expect(own.go).toHaveBeenCalled()
    await own.run('editing.cancel')
    expect(currentOverlay()).toMatchObject({ kind: 'cancelCheckOut', path, holder: undefined })
  })

  it('are closed for a file of another, with the reason; an approver may release it', async () => {
    const { entries } = entriesFor(arthur, 'ann')
    expect(entries).toMatchObject([{ label: 'editing.edit', disabledReason: 'editing.heldBy' }])
    const release = entriesFor(paula, 'ann')
    expect(release.labels).toEqual(['editing.edit', 'editing.release'])
    await release.run('editing.release')
    expect(currentOverlay()).toMatchObject({ kind: 'cancelCheckOut', path, holder: 'ann' })
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConfirmedText, createSaver, pauseMs, type SaveFailure, type SaverPorts } from './saver'

class Refusal extends Error {
  readonly failure: SaveFailure

  constructor(failure: SaveFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

interface FakeWorld {
  stored: string
  /** The version that the stored draft was made from. */
  version: string
  /** Drafts that were set aside. */
  aside: string[]
  kept: { text: string; version: string } | undefined
  /** The storage of the browser takes nothing more. */
  isFull: boolean
  saves: string[]
  /** The failure of the next calls. */
  trouble: SaveFailure | undefined
  /** The next save is stored, but its answer is lost. */
  losesAnswer: boolean
  takesOver: number
}

/** A server with one draft, a browser storage and a network that can be cut. */
function fakeWorld(text = 'old') {
  const world: FakeWorld = {
    stored: text,
    version: '1',
    aside: [],
    kept: undefined,
    isFull: false,
    saves: [],
    trouble: undefined,
    losesAnswer: false,
    takesOver: 0,
  }
  const confirmed = (): ConfirmedText => ({
    text: world.stored,
    sha256: `#${world.stored}`,
    savedOn: '14:00',
    version: world.version,
  })
  const fail = () => {
    if (world.trouble) throw new Refusal(world.trouble)
  }
  const ports: SaverPorts = {
    save: async (sent, replaces, version) => {
      world.saves.push(sent)
      fail()
      if (version !== world.version) throw new Refusal({ kind: 'newer' })
      if (sent !== world.stored && replaces !== `#${world.stored}`) throw new Refusal({ kind: 'newer' })
      world.stored = sent
      if (world.losesAnswer) {
        world.losesAnswer = false
        throw new Refusal({ kind: 'unreachable' })
      }
      return { sha256: `#${sent}`, savedOn: '14:03' }
    },
    replace: async (sent, replaces, version) => {
      fail()
      const isDone = sent === world.stored && version === world.version
      if (!isDone && replaces !== `#${world.stored}`) throw new Refusal({ kind: 'newer' })
      if (!isDone) {
        world.aside.push(world.stored)
        world.stored = sent
        world.version = version
      }
      if (world.losesAnswer) {
        world.losesAnswer = false
        throw new Refusal({ kind: 'unreachable' })
      }
      return { sha256: `#${sent}`, savedOn: '14:03' }
    },
    failureOf: (error) => {
      if (error instanceof Refusal) return error.failure
      throw error
    },
    load: async (takeOver) => {
      fail()
      if (takeOver) world.takesOver += 1
      return confirmed()
    },
    hash: async (hashed) => `#${hashed}`,
    keep: async (kept, version) => {
      if (world.isFull) return false
      world.kept = { text: kept, version }
      return true
    },
    forget: async () => {
      world.kept = undefined
    },
  }
  return { world, ports, confirmed }
}

function open(text?: string, isMine = true) {
  const { world, ports, confirmed } = fakeWorld(text)
  const saver = createSaver(confirmed(), isMine, ports)
  const type = (typed: string) => saver.edited(() => typed)
  return { world, ports, saver, type, state: () => saver.state.get() }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
})

describe('saving while typing', () => {
  it('saves two seconds after the last key', async () => {
    const { world, type, state } = open()
    type('new')
    await pass(pauseMs - 1)
    type('newer')
    await pass(pauseMs - 1)
    expect(world.saves).toEqual([])
    expect(state()).toEqual({ kind: 'changed' })
    await pass(1)
    expect(world.saves).toEqual(['newer'])
    expect(state()).toEqual({ kind: 'saved', on: '14:03' })
    expect(world.kept).toBeUndefined()
  })

  it('saves at once on request and answers with the confirmed hash', async () => {
    const { world, saver, type } = open()
    type('new')
    expect(saver.hasUnconfirmed()).toBe(true)
    expect(await saver.flush()).toBe('#new')
    expect(saver.hasUnconfirmed()).toBe(false)
    await pass(10 * pauseMs)
    expect(world.saves).toEqual(['new'])
  })

  it('knows when the server last confirmed a text', async () => {
    const { world, saver, type } = open()
    expect(saver.savedOn()).toBe('14:00')
    world.trouble = { kind: 'unreachable' }
    type('new')
    await saver.flush()
    expect(saver.savedOn()).toBe('14:00')
    world.trouble = undefined
    await saver.flush()
    expect(saver.savedOn()).toBe('14:03')
  })

  it('counts text as unconfirmed, and keeps it, until the answer is there', async () => {
    const { world, ports, saver, type } = open()
    let answer = (): void => undefined
    ports.save = () =>
      new Promise((resolve) => {
        answer = () => resolve({ sha256: '#new', savedOn: '14:04' })
      })
    type('new')
    const flushed = saver.flush()
    await pass(1_000)
    expect(saver.hasUnconfirmed()).toBe(true)
    expect(saver.state.get()).toEqual({ kind: 'saving' })
    expect(world.kept?.text).toBe('new')
    answer()
    expect(await flushed).toBe('#new')
    expect(world.kept).toBeUndefined()
  })

  it('saves again what was typed while it saved', async () => {
    const { world, saver, type, state } = open()
    type('one')
    const first = saver.flush()
    type('two')
    await first
    expect(world.stored).toBe('two')
    expect(world.saves).toEqual(['one', 'two'])
    expect(state().kind).toBe('saved')
  })

  it('saves a text that the browser cannot hash', async () => {
    const { world, ports, saver, type, state } = open()
    ports.hash = () => Promise.reject(new Error('No hash'))
    type('new')
    expect(await saver.flush()).toBe('#new')
    expect(world.stored).toBe('new')
    expect(state().kind).toBe('saved')
  })

  it('takes no answer with another hash for a saved text', async () => {
    const { ports, saver, type, state } = open()
    const save = ports.save
    ports.save = async () => ({ sha256: '#altered', savedOn: '14:03' })
    type('new')
    expect(await saver.flush()).toBeUndefined()
    expect(state()).toMatchObject({ kind: 'waiting' })
    ports.save = save
  })
})

describe('a network that is cut', () => {
  it('tells whether the browser could keep the text', async () => {
    const { world, saver, type } = open()
    world.isFull = true
    world.trouble = { kind: 'unreachable' }
    type('new')
    await saver.flush()
    await pass(0)
    expect(saver.isKept.get()).toBe(false)
    world.isFull = false
    type('newer')
    await pass(pauseMs)
    expect(saver.isKept.get()).toBe(true)
    expect(world.kept?.text).toBe('newer')
  })

  it('keeps the text in the browser and tries again with growing pauses', async () => {
    const { world, type, state } = open()
    world.trouble = { kind: 'unreachable' }
    type('new')
    await pass(pauseMs)
    expect(state()).toEqual({ kind: 'waiting', reason: 'unreachable', seconds: 2 })
    expect(world.kept).toEqual({ text: 'new', version: '1' })
    await pass(2_000)
    expect(state()).toMatchObject({ seconds: 4 })
    await pass(4_000)
    expect(state()).toMatchObject({ seconds: 8 })
    for (let tries = 0; tries < 6; tries += 1) await pass(60_000)
    expect(state()).toMatchObject({ seconds: 60 })
    world.trouble = undefined
    await pass(60_000)
    expect(world.stored).toBe('new')
    expect(state()).toEqual({ kind: 'saved', on: '14:03' })
    expect(world.kept).toBeUndefined()
  })

  it('saves what was typed meanwhile, without a call for each key', async () => {
    const { world, type, saver } = open()
    world.trouble = { kind: 'unreachable' }
    type('one')
    await saver.flush()
    type('two')
    await pass(1_000)
    expect(world.saves).toEqual(['one'])
    expect(world.kept).toEqual({ text: 'two', version: '1' })
    world.trouble = undefined
    expect(await saver.flush()).toBe('#two')
  })

  it('recognises its own text after a lost answer', async () => {
    const { world, type, saver, state } = open()
    world.losesAnswer = true
    type('one')
    await saver.flush()
    expect(world.stored).toBe('one')
    type('two')
    expect(await saver.flush()).toBe('#two')
    expect(state().kind).toBe('saved')
    expect(world.stored).toBe('two')
  })

  it('sends the same text again after a lost answer', async () => {
    const { world, type, saver } = open()
    world.losesAnswer = true
    type('one')
    await saver.flush()
    await pass(2_000)
    expect(saver.hasUnconfirmed()).toBe(false)
    expect(world.saves).toEqual(['one', 'one'])
  })
})

it('keeps the text in the browser when the session is over, and saves it after a new sign-in', async () => {
  const { world, type, saver, state } = open()
  world.trouble = { kind: 'signedOut' }
  type('new')
  await saver.flush()
  expect(state()).toMatchObject({ kind: 'waiting', reason: 'signedOut' })
  expect(world.kept?.text).toBe('new')
  world.trouble = undefined
  expect(await saver.flush()).toBe('#new')
})

describe('a text of another', () => {
  it('is shown beside the own one, and neither is dropped before the choice', async () => {
    const { world, type, saver, state } = open()
    world.stored = 'theirs'
    type('mine')
    await pass(pauseMs)
    expect(state()).toEqual({
      kind: 'conflict',
      theirs: { text: 'theirs', sha256: '#theirs', savedOn: '14:00', version: '1' },
      version: '1',
    })
    expect(world.stored).toBe('theirs')
    expect(world.kept?.text).toBe('mine')
    type('mine, longer')
    await pass(10 * pauseMs)
    expect(world.stored).toBe('theirs')
    await saver.settle('both')
    expect(world.stored).toBe('both')
    expect(state().kind).toBe('saved')
    expect(world.kept).toBeUndefined()
  })
})

describe('another tab', () => {
  it('has the draft: nothing is saved until this one takes over', async () => {
    const { world, saver, state } = open('old', false)
    expect(state()).toEqual({ kind: 'elsewhere' })
    world.stored = 'typed there'
    expect(await saver.takeOver()).toMatchObject({ text: 'typed there' })
    expect(world.takesOver).toBe(1)
    expect(state().kind).toBe('saved')
  })

  it('takes the draft away: text that it has not seen is kept and compared', async () => {
    const { world, saver, type, state } = open()
    world.trouble = { kind: 'elsewhere' }
    type('mine')
    await pass(pauseMs)
    expect(state()).toEqual({ kind: 'elsewhere' })
    expect(world.kept?.text).toBe('mine')
    world.trouble = undefined
    world.stored = 'theirs'
    expect(await saver.takeOver()).toBeUndefined()
    expect(state()).toMatchObject({ kind: 'conflict' })
  })

  it('took over and saved nothing: the own text goes on', async () => {
    const { world, saver, type, state } = open()
    world.trouble = { kind: 'elsewhere' }
    type('mine')
    await saver.flush()
    world.trouble = undefined
    expect(await saver.takeOver()).toBeUndefined()
    expect(world.stored).toBe('mine')
    expect(state().kind).toBe('saved')
  })
})

it('tries a refused text again when it was changed', async () => {
  const { world, type, saver, state } = open()
  world.trouble = { kind: 'refused', message: 'Line 3: an entity' }
  type('bomb')
  await saver.flush()
  expect(state()).toEqual({ kind: 'refused', message: 'Line 3: an entity' })
  await pass(60_000)
  expect(world.saves).toHaveLength(1)
  world.trouble = undefined
  type('harmless')
  await pass(pauseMs)
  expect(world.stored).toBe('harmless')
})

it('keeps the text when the file is no longer checked out', async () => {
  const { world, type, saver, state } = open()
  world.trouble = { kind: 'notMine', message: 'Released by ada' }
  type('mine')
  await saver.flush()
  expect(state()).toEqual({ kind: 'notMine', message: 'Released by ada' })
  expect(world.kept?.text).toBe('mine')
  type('more')
  await pass(60_000)
  expect(world.saves).toHaveLength(1)
  expect(world.kept?.text).toBe('more')
})

it('keeps the last keys when the page is left', async () => {
  const { world, type, saver } = open()
  type('new')
  saver.stop()
  await pass(60_000)
  expect(world.saves).toEqual([])
  expect(world.kept?.text).toBe('new')
})

describe('a draft that was merged with a newer version in another tab', () => {
  async function overtaken() {
    const opened = open()
    opened.type('mine')
    opened.world.stored = 'merged'
    opened.world.version = '2'
    await opened.saver.flush()
    return opened
  }

  it('is not replaced by a text of the version before', async () => {
    const { world, state } = await overtaken()
    expect(state()).toMatchObject({ kind: 'conflict', theirs: { text: 'merged', version: '2' } })
    expect(world.stored).toBe('merged')
    expect(world.kept).toEqual({ text: 'mine', version: '1' })
  })

  it('is set aside for the text of this tab, which stays one of its version', async () => {
    const { world, saver, type, state } = await overtaken()
    await saver.settle('mine')
    expect(world).toMatchObject({ stored: 'mine', version: '1', aside: ['merged'] })
    expect(state()).toEqual({ kind: 'saved', on: '14:03' })
    type('mine, longer')
    await saver.flush()
    expect(world).toMatchObject({ stored: 'mine, longer', version: '1', aside: ['merged'] })
  })

  it('is set aside once when the answer is lost and typing goes on', async () => {
    const { world, saver, type } = await overtaken()
    world.losesAnswer = true
    await saver.settle('mine')
    type('mine, longer')
    await saver.flush()
    await pass(10 * pauseMs)
    expect(world).toMatchObject({ stored: 'mine, longer', version: '1', aside: ['merged'] })
  })

  it('is edited on its version when the user chooses it', async () => {
    const { world, saver, type } = await overtaken()
    await saver.settle('merged')
    type('merged, longer')
    await saver.flush()
    expect(world).toMatchObject({ stored: 'merged, longer', version: '2', aside: [] })
  })

  it('is shown beside the own text when this tab takes over', async () => {
    const { world, saver, type, state } = open('old', false)
    type('mine')
    world.version = '2'
    await saver.takeOver()
    expect(state()).toMatchObject({ kind: 'conflict', theirs: { version: '2' } })
  })
})

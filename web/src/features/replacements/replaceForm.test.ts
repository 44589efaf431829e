import { describe, expect, it } from 'vitest'
import { errorsOf, isStarted, type ReplaceForm, readForm, requestOf, writeForm } from './replaceForm'

const form: ReplaceForm = {
  find: 'fuel pump',
  replace: 'booster pump',
  matchCase: true,
  wholeWords: false,
  withData: true,
  manuals: ['/H160/MEL', '/H160/AMM'],
  language: 'en-US',
  contentType: 'proced',
  onlyMine: true,
}

describe('the form of a replacement', () => {
  it('comes back from the address as it was written', () => {
    expect(readForm(writeForm(form))).toEqual(form)
    const plain = readForm(writeForm({ ...form, replace: '', language: '', onlyMine: false }))
    expect(plain).toEqual({ ...form, replace: '', language: '', onlyMine: false })
  })

  it('has each manual once', () => {
    expect(
      readForm(new URLSearchParams('manual=/H160/MEL&manual=/H160/AMM&manual=/H160/MEL')).manuals,
    ).toEqual(['/H160/MEL', '/H160/AMM'])
  })

  it('starts a search only from an address that was written by it', () => {
    expect(isStarted(new URLSearchParams('manual=/H160/MEL&find=pump'))).toBe(false)
    expect(isStarted(new URLSearchParams('manual=/H160/MEL&find=pump&with='))).toBe(true)
    expect(isStarted(new URLSearchParams('find=pump&with=x'))).toBe(false)
    expect(isStarted(writeForm({ ...form, find: '  ' }))).toBe(false)
  })

  it('needs a text and a manual', () => {
    expect(errorsOf({ ...form, find: ' ', manuals: [] })).toEqual({ find: 'missing', manuals: 'missing' })
    expect(errorsOf(form)).toEqual({})
  })

  it('asks for chosen filters alone', () => {
    const request = requestOf({ ...form, language: '', contentType: '' })
    expect(request).not.toHaveProperty('language')
    expect(request).not.toHaveProperty('contentType')
    expect(requestOf(form)).toMatchObject({ language: 'en-US', contentType: 'proced', onlyMine: true })
  })
})

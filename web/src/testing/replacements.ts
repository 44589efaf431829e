import type { FoundPlace, ProposedChanges, ProposedModule } from '@/api/types'

export function foundPlace(number: number, more: Partial<FoundPlace> = {}): FoundPlace {
  return {
    number,
    line: 10 + number,
    anchor: `s1d-p${number}`,
    name: `Step ${number + 1}`,
    before: 'Open the ',
    found: 'flapper',
    after: ' slowly.',
    ...more,
  }
}

export function proposedModule(code: string, more: Partial<ProposedModule> = {}): ProposedModule {
  return {
    path: `/H160/MEL/${code}_en-US.XML`,
    title: `Title of ${code}`,
    code,
    language: 'en-US',
    version: '7',
    sha256: `hash of ${code}`,
    isDraft: false,
    state: 'free',
    places: [foundPlace(0), foundPlace(1)],
    isCut: false,
    ...more,
  }
}

export function proposedChanges(
  modules: ProposedModule[],
  more: Partial<ProposedChanges> = {},
): ProposedChanges {
  return { modules, unread: [], read: modules.length, total: modules.length, ...more }
}

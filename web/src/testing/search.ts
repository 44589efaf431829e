import type { SearchAnswer, SearchItem } from '@/api/types'

export function searchItem(key: string, more: Partial<SearchItem> = {}): SearchItem {
  return {
    path: `/H160/AMM/${key}.XML`,
    code: key.replace(/_.*$/, ''),
    title: 'Hydraulic pump - Removal',
    kind: 'dm',
    contentType: 'proced',
    language: 'en-US',
    issue: '003-00',
    issueDate: '2026-02-01',
    status: 'Released',
    csdbName: 'H160',
    versionId: '77',
    manualName: 'AMM',
    lane: 'working',
    score: 7.5,
    anchor: 'par-0002',
    where: 'warning',
    snippet: [
      { text: 'Release the pressure of the ', hit: false },
      { text: 'hydraulic pump', hit: true },
      { text: ' first.', hit: false },
    ],
    ...more,
  }
}

export function searchAnswer(items: SearchItem[], more: Partial<SearchAnswer> = {}): SearchAnswer {
  return {
    total: items.length,
    capped: false,
    items,
    media: [],
    facets: [],
    index: { state: 'ready', behind: 0 },
    took: 3,
    pageNumber: 1,
    pageSize: 20,
    ...more,
  }
}

import type { Draft, ListedDraft } from '@/api/types'

export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function openedDraft(text: string, more: Partial<Draft> = {}): Promise<Draft> {
  return {
    id: 'draft-1',
    text,
    sha256: await hashOf(text),
    tab: 'a tab',
    openedOn: '2026-03-04T04:06:07Z',
    savedOn: '2026-03-04T05:06:07Z',
    size: text.length,
    version: '77',
    state: 'open',
    isMine: true,
    isOutdated: false,
    ...more,
  }
}

export function draftEntry(key: string, more: Partial<ListedDraft> = {}): ListedDraft {
  return {
    id: `draft-${key}`,
    path: `/H160/MEL/${key}.XML`,
    title: 'Hoist - Description',
    code: key.replace(/_.*$/, ''),
    state: 'discarded',
    savedOn: '2026-03-04T05:06:07Z',
    openedOn: '2026-03-04T04:06:07Z',
    endedOn: '2026-03-05T05:06:07Z',
    size: 4096,
    sha256: 'abc',
    version: '77',
    ...more,
  }
}

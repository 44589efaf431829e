import type { Bookmark, Media, Place, RecentVisit } from '@/api/types'

const moment = '2026-03-04T05:06:07Z'

function place(path: string): Place {
  const [, csdbName = '', manualName = '', file] = path.split('/')
  const key = file?.replace(/\.XML$/, '') ?? ''
  return {
    path,
    csdbName,
    manualName: manualName === 'MULTIMEDIA' ? '' : manualName,
    kind: file === undefined ? 'manual' : manualName === 'MULTIMEDIA' ? 'icn' : 'dm',
    code: file === undefined ? 'MEL' : key.replace(/_[a-z]{2}-[A-Z]{2}$/, ''),
    title: file === undefined ? manualName : `Title of ${key}`,
  }
}

export function visit(path: string, more: Partial<RecentVisit> = {}): RecentVisit {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { ...place(path), name, visitedOn: moment, available: true, ...more }
}

export function bookmark(id: string, path: string, more: Partial<Bookmark> = {}): Bookmark {
  const at = place(path)
  return { ...at, id, name: at.title, folder: '', createdOn: moment, available: true, ...more }
}

export function media(name: string, more: Partial<Media> = {}): Media {
  return {
    id: `id-${name}`,
    name,
    path: `/H160/MULTIMEDIA/${name}`,
    code: name.replace(/\.[^.]*$/, ''),
    image: true,
    audio: false,
    video: false,
    url: `/bytes/default/H160/MULTIMEDIA/${name}`,
    status: 'Released',
    origin: 'oem',
    size: 2048,
    mediaType: 'image/png',
    versionId: `version-of-${name}`,
    createdOn: moment,
    createdBy: 'ben',
    usedBy: 2,
    usedByWaiting: 0,
    ...more,
  }
}

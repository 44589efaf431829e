import type { Csdb, File, FileVersion, Manual, OemRevision, Profile, Revision, TocNode } from '@/api/types'

const moment = '2026-03-04T05:06:07Z'

export function csdb(name: string, more: Partial<Csdb> = {}): Csdb {
  return {
    id: `id-${name}`,
    name,
    path: `/${name}`,
    attributeMap: {
      archetype: ['csdb'],
      csdbType: ['H160'],
      aliasName: [name],
      isSelfEditing: ['false'],
      defaultMic: ['H160'],
    },
    manualCount: 1,
    moduleCount: 12,
    updatedOn: moment,
    version: 3,
    ...more,
  }
}

export function revision(number: number, more: Partial<Revision> = {}): Revision {
  return {
    id: `${number}00`,
    number,
    name: `Revision ${number}`,
    issueNumber: `00${number}`,
    issueDate: '2026-02-01',
    createdOn: moment,
    moduleCount: 12,
    ...more,
  }
}

export function oemRevision(number: number, state: OemRevision['state']): OemRevision {
  return {
    ...revision(number),
    state,
    language: 'en-US',
    complete: true,
    objectCount: 20,
    createdBy: 'ada',
  }
}

export function manual(database: string, name: string, more: Partial<Manual> = {}): Manual {
  return {
    id: `id-${database}-${name}`,
    name,
    path: `/${database}/${name}`,
    attributeMap: {
      archetype: ['manual'],
      manualType: ['MEL'],
      manualName: [name],
      csdbName: [database],
      aliasName: [name],
      modelIdentCode: ['H160'],
      approvalRequired: ['yes'],
      aircraftRelated: ['yes'],
      withOem: ['true'],
      translationLanguages: ['zh-CN'],
      extensionCode: [],
      extensionProducer: ['F0210'],
    },
    lanes: { oem: revision(1), working: revision(1) },
    newerRevisionWaits: false,
    waitingRevisions: 0,
    moduleCount: 12,
    updatedOn: moment,
    version: 5,
    ...more,
  }
}

export function profile(of: Manual, name = 'All'): Profile {
  const id = `profile-${name}`
  const place = { tocPrefix: '', container: null, sourceFiles: [], children: [] }
  const more = { scope: 'all', fixed: name === 'All', version: 1 } as const
  return { id, name, type: 'profileToc', ...place, ...more, profileId: id, manualId: of.id, path: of.path }
}

/** The entries that the server lists in a language: those of the first one where none is in it. */
export function tocInLanguage(nodes: readonly TocNode[], language: string | undefined): TocNode[] {
  const languages = nodes.flatMap((node) => node.language ?? [])
  const shown = languages.find((each) => each === language) ?? languages[0]
  return nodes.filter((node) => !language || !node.language || node.language === shown)
}

export function tocNode(id: string, name: string, more: Partial<TocNode> = {}): TocNode {
  return {
    id,
    name,
    type: 'toc',
    tocPrefix: '',
    container: null,
    sourceFiles: [],
    children: [],
    profileId: 'profile-All',
    manualId: 'id-H160-MEL',
    path: '/H160/MEL',
    childCount: 1,
    leaf: false,
    dangling: false,
    ...more,
  }
}

export function file(key: string, more: Partial<File> = {}): File {
  return {
    id: `id-${key}`,
    name: `${key}.XML`,
    path: `/H160/MEL/${key}.XML`,
    kind: 'dm',
    code: key.replace(/_.*$/, ''),
    language: 'en-US',
    issueNumber: '001',
    inWork: '00',
    issueDate: '2026-02-01',
    issueType: 'new',
    status: 'Released',
    title: 'Hoist - Description',
    techName: 'Hoist',
    infoName: 'Description',
    contentType: 'descript',
    infoCode: '040',
    security: '01',
    quality: 'unverified',
    size: 4096,
    mediaType: 'application/xml',
    origin: 'oem',
    createdOn: moment,
    createdBy: 'ada',
    versionId: '77',
    deleted: false,
    properties: {},
    ...more,
  }
}

export function version(key: string, more: Partial<FileVersion> = {}): FileVersion {
  return { ...file(key), revisions: [1], basedOn: [], why: '', ...more }
}

import type {
  Compliance,
  ListedPolicyItem,
  OpenPolicyItem,
  PolicyCounts,
  PolicyMapping,
  PolicyNode,
  PolicyRef,
  RegulationChange,
  RegulationImport,
} from '@/api/types'

const moment = '2026-03-01T09:00:00Z'
const author = { account: 'li.author', name: 'Li Na' }

export function collection(id: string, more: Partial<Compliance> = {}): Compliance {
  return {
    id,
    policyCollectionName: 'NWA Ops',
    policyOriginator: 'Northwind Authority',
    complianceType: 'regulatory',
    sourceReference: 'NWA 21-4',
    collectionVersion: 'Issue 2',
    needsSignOff: false,
    path: `/${id}`,
    parent: '/',
    childs: [],
    createdBy: 'li.author',
    createdOn: moment,
    updatedOn: moment,
    version: 3,
    ...more,
  }
}

export function category(path: string, more: Partial<PolicyNode> = {}): PolicyNode {
  return {
    id: path.slice(path.lastIndexOf('/') + 1),
    type: 'policyCategory',
    path,
    parentPath: path.slice(0, path.lastIndexOf('/')),
    policyCategoryCode: 'ORO',
    name: 'Organisation',
    version: 1,
    childs: [],
    ...more,
  }
}

export function listedItem(id: string, more: Partial<ListedPolicyItem> = {}): ListedPolicyItem {
  return {
    id,
    policyItemCode: 'ORO.1',
    title: 'Fuel pumps',
    kind: 'RULE',
    isAssessable: true,
    isWithdrawn: false,
    needsRecheck: false,
    status: 'not_assessed',
    scope: { inScope: true, reason: '', applicability: '', operator: '' },
    path: `/c1/${id}`,
    parentPath: '/c1',
    updatedOn: moment,
    version: 4,
    policyCollectionName: 'NWA Ops',
    references: 0,
    rechecks: 0,
    ...more,
  }
}

export function policyRef(more: Partial<PolicyRef> = {}): PolicyRef {
  return {
    id: 'r1',
    policyItemId: 'i1',
    target: 'paragraph',
    state: 'current',
    textState: 'unchanged',
    manualPath: '/H160/MEL',
    path: '/H160/MEL/DMC-H160-A-28-00-00-00A-040A-A_en-US.XML',
    code: 'DMC-H160-A-28-00-00-00A-040A-A',
    title: 'Fuel',
    chapter: '',
    confirmedVersion: '1',
    currentVersion: '1',
    anchor: 's1d-p1',
    quote: 'The pump sits in a cartridge.',
    currentQuote: 'The pump sits in a cartridge.',
    comment: '',
    author,
    createdOn: moment,
    updatedOn: moment,
    version: 1,
    ...more,
  }
}

/** A requirement as an author sees it. */
export function openItem(more: Partial<OpenPolicyItem> = {}): OpenPolicyItem {
  const { policyCollectionName, references, rechecks, ...item } = listedItem('i1')
  return {
    ...item,
    text: 'The operator shall describe the pumps.',
    guidance: '',
    collection: collection('c1'),
    categories: [],
    clauses: [],
    references: [],
    evidence: [],
    means: [],
    childs: [],
    abilities: { mayEdit: true, maySignOff: false, mayDelete: false },
    ...more,
  }
}

export function policyCounts(more: Partial<PolicyCounts> = {}): PolicyCounts {
  return {
    items: 3,
    assessable: 3,
    outOfScope: 0,
    byStatus: [
      { status: 'not_assessed', count: 2 },
      { status: 'compliant', count: 1 },
      { status: 'partially_compliant', count: 0 },
      { status: 'non_compliant', count: 0 },
      { status: 'not_applicable', count: 0 },
    ],
    unreferenced: 2,
    rechecks: 0,
    overdue: 0,
    proposed: 0,
    mapped: 0,
    mappedPart: 0,
    ...more,
  }
}

export function regulationImport(id: string, more: Partial<RegulationImport> = {}): RegulationImport {
  return {
    id,
    fileName: 'ops.csv',
    size: 2048,
    collectionName: '',
    state: 'ready',
    format: 'csv',
    head: {
      policyCollectionName: 'NWA Ops',
      policyOriginator: 'Northwind Authority',
      complianceType: 'regulatory',
      sourceReference: '',
      collectionVersion: '2',
      categories: 1,
      items: 3,
      clauses: 4,
    },
    findings: [],
    counts: [
      { class: 'added', count: 1 },
      { class: 'changed', count: 1 },
      { class: 'unchanged', count: 0 },
    ],
    proposed: 0,
    categoryChanges: [],
    jobId: 'j1',
    createdBy: 'li.author',
    createdOn: moment,
    updatedOn: moment,
    ...more,
  }
}

export function regulationChange(position: number, more: Partial<RegulationChange> = {}): RegulationChange {
  return {
    position,
    class: 'changed',
    basis: 'code',
    likeness: 0,
    policyItemId: 'i1',
    oldCode: 'ORO.1',
    newCode: 'ORO.1',
    title: 'Fuel pumps',
    kind: 'RULE',
    aspects: ['text'],
    oldText: 'Two pumps.',
    newText: 'Three pumps.',
    related: [],
    ...more,
  }
}

export function policyMapping(id: string, more: Partial<PolicyMapping> = {}): PolicyMapping {
  const end = (collectionId: string, name: string, code: string) => ({
    id: `${id}-${collectionId}`,
    collectionId,
    policyCollectionName: name,
    policyItemCode: code,
    title: 'Fuel pumps',
    status: 'compliant',
    counts: true,
    needsRecheck: false,
    isWithdrawn: false,
  })
  return {
    id,
    source: end('c1', 'NWA Ops', 'ORO.1'),
    target: end('c2', 'Audit', 'Q.1'),
    relationship: 'superset',
    rationale: 'Same duty',
    createdBy: 'li.author',
    updatedOn: moment,
    version: 1,
    ...more,
  }
}

import type { Finding, Package, PackageSummary } from '@/api/types'

export const bikeSummary: PackageSummary = {
  kind: 's1000d',
  specification: 'S1000D 4.1',
  objects: { dm: 93, pm: 2, icn: 70, other: 3 },
  contentTypes: { proced: 40, descript: 30 },
  languages: ['en-US', 'en-CA'],
  issueNumber: '009',
  issueDate: '2012-12-31',
  customer: 'KC2ZZ',
  sender: 'KZ666',
  productInfo: 'Mountain bike',
  title: 'Bike',
  model: 'S1000DBIKE',
  complete: 'complete',
  completeReason: 'It holds every module of its publications.',
  xsd: 'checked',
  xsdIssues: [],
  pms: [{ code: 'PMC-S1000DBIKE-KZ666-00001-00', title: 'Maintenance' }],
}

/** A package as the server tells of it, with what a test cares about. */
export function packageOf(given: Partial<Package> = {}): Package {
  return {
    id: 'p1',
    uploadId: 'u1',
    fileName: 'bike.zip',
    size: 12_300_000,
    path: '/uploads/u1/bike.zip',
    uploadedBy: 'ada',
    uploadedOn: '2026-03-04T05:06:07Z',
    kind: 's1000d',
    state: 'ready',
    summary: bikeSummary,
    counts: { block: 0, warn: 2, info: 1 },
    preImportJobId: 'job-1',
    ...given,
  }
}

export function findingOf(given: Partial<Finding> = {}): Finding {
  return {
    code: 1011,
    severity: 'warn',
    file: 'DMC-S1000DBIKE-AAA.XML',
    line: 12,
    message: 'ICN-C0419-X is missing',
    remedy: 'Ask the sender for it.',
    rule: 'icn.missing',
    ...given,
  }
}

import type { MetadataChange, ModuleMetadata } from '@/api/types'

type QualityState = 'unverified' | 'first' | 'second'

interface QualityValues {
  state: QualityState
  first: string
  second: string
}

interface ReasonValues {
  /** The index of the reason in the text; undefined for a new one. */
  number?: number
  text: string
  type: string
  highlight: boolean
}

/** The values of the form; empty for what the text does not have. */
export interface MetadataValues {
  techName: string
  infoName: string
  infoNameVariant: string
  security: { classification: string; commercial: string; caveat: string }
  responsible: { code: string; name: string }
  originator: { code: string; name: string }
  quality: QualityValues[]
  reasons: ReasonValues[]
}

export const verificationTypes = ['tabtop', 'onobject', 'ttandoo'] as const

export function valuesOf({
  title,
  security,
  quality,
  reasons,
  ...companies
}: ModuleMetadata): MetadataValues {
  const company = (fields: ModuleMetadata['originator']) => ({
    code: fields?.code ?? '',
    name: fields?.name.text ?? '',
  })
  return {
    techName: title?.techName.text ?? '',
    infoName: title?.infoName?.text ?? '',
    infoNameVariant: title?.infoNameVariant?.text ?? '',
    security: {
      classification: security?.classification ?? '',
      commercial: security?.commercial ?? '',
      caveat: security?.caveat ?? '',
    },
    responsible: company(companies.responsible),
    originator: company(companies.originator),
    quality: quality.map(({ first, second }) => ({
      state: first === undefined ? 'unverified' : second === undefined ? 'first' : 'second',
      first: first ?? verificationTypes[0],
      second: second ?? verificationTypes[0],
    })),
    reasons: (reasons ?? []).map(({ text, type, highlight }, number) => ({
      number,
      text: text.text,
      type: type ?? '',
      highlight,
    })),
  }
}

type NamedValue = { [Name in keyof MetadataValues]: [Name, MetadataValues[Name]] }[keyof MetadataValues]

/**
 * The parts of a form that were typed, for the values of another text: parts that nobody typed are those of that text.
 * Undefined when something that was typed has no place in it.
 */
export function keptValues(
  before: MetadataValues,
  typed: MetadataValues,
  now: MetadataValues,
): NamedValue[] | undefined {
  const isTyped = (name: keyof MetadataValues) => JSON.stringify(before[name]) !== JSON.stringify(typed[name])
  const kept: NamedValue[] = []
  for (const name of ['techName', 'infoName', 'infoNameVariant'] as const)
    if (isTyped(name)) kept.push([name, typed[name]])
  if (isTyped('security')) kept.push(['security', typed.security])
  for (const name of ['responsible', 'originator'] as const) if (isTyped(name)) kept.push([name, typed[name]])
  if (isTyped('quality')) {
    if (typed.quality.length !== now.quality.length) return undefined
    kept.push(['quality', typed.quality])
  }
  // Reasons of the text are named by their number, which says something else when it has other ones.
  const hasSame = JSON.stringify(before.reasons) === JSON.stringify(now.reasons)
  const own = typed.reasons.filter(({ number }) => number === undefined)
  const stored = typed.reasons.filter(({ number }) => number !== undefined)
  if (!hasSame && isTyped('reasons') && JSON.stringify(stored) !== JSON.stringify(before.reasons))
    return undefined
  if (isTyped('reasons')) kept.push(['reasons', hasSame ? typed.reasons : [...now.reasons, ...own]])
  return kept
}

/** The change that a form asks for: only parts that the text has and that are not as they were. */
export function changeOf(metadata: ModuleMetadata, values: MetadataValues): MetadataChange {
  const before = valuesOf(metadata)
  const isNew = (name: keyof MetadataValues) => JSON.stringify(before[name]) !== JSON.stringify(values[name])
  const { security, responsible, originator, quality, reasons } = values
  const change: MetadataChange = {}
  for (const name of ['techName', 'infoName', 'infoNameVariant'] as const)
    if (isNew(name)) change[name] = values[name]
  if (isNew('security'))
    change.security = {
      classification: security.classification,
      commercial: security.commercial || undefined,
      caveat: security.caveat || undefined,
    }
  if (isNew('responsible')) change.responsible = responsible
  if (isNew('originator')) change.originator = originator
  if (isNew('quality'))
    change.quality = quality.map(({ state, first, second }) => ({
      first: state === 'unverified' ? undefined : first,
      second: state === 'second' ? second : undefined,
    }))
  if (isNew('reasons'))
    change.reasons = reasons.map(({ type, ...reason }) => ({ ...reason, type: type || undefined }))
  return change
}

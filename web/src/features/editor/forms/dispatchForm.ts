import type { DispatchItem, DispatchItemChange, File } from '@/api/types'
import { newKey } from '@/lib/applicability/statement'

export interface ProcedureValues {
  key: number
  /** The index in the text; undefined for a new one. */
  number?: number
  name: string
  /** The path of a new one. */
  path?: string
}

export interface ProvisoValues {
  key: number
  number?: number
  text: string
  isFixed: boolean
}

type OwnLine = DispatchItem['lines'][number]

export interface LineValues {
  key: number
  number?: number
  label: string
  title: string
  category: string
  installed: string
  required: string
  remarks: string
  provisos: ProvisoValues[]
  placard: string
  operational: ProcedureValues[]
  maintenance: ProcedureValues[]
  /** The line of the text; undefined for a new one. */
  own?: OwnLine
}

export interface ItemValues {
  number: string
  title: string
  lines: LineValues[]
}

export const procedureKinds = ['operational', 'maintenance'] as const

const proceduresOf = (list: OwnLine['operational']): ProcedureValues[] =>
  list.map(({ code, title }, number) => ({
    key: newKey(),
    number,
    name: [title, code].filter(Boolean).join(' · '),
  }))

export function itemValuesOf({ number, title, lines }: DispatchItem): ItemValues {
  return {
    number: number.text,
    title: title.text,
    lines: lines.map((own, index) => ({
      key: newKey(),
      number: index,
      label: own.label,
      title: own.title.text,
      category: own.category,
      installed: own.installed,
      required: own.required,
      remarks: own.remarks.text,
      provisos: own.provisos.map(({ text, isFixed }, proviso) => ({
        key: newKey(),
        number: proviso,
        text,
        isFixed,
      })),
      placard: own.placard.text,
      operational: proceduresOf(own.operational),
      maintenance: proceduresOf(own.maintenance),
      own,
    })),
  }
}

export const newProviso = (): ProvisoValues => ({ key: newKey(), text: '', isFixed: false })

export const newProcedure = ({ path, title, code }: File): ProcedureValues => ({
  key: newKey(),
  path,
  name: [title, code].filter(Boolean).join(' · '),
})

/** The letter behind the highest one of the lines; a number when there is none left. */
function nextLabel(lines: readonly LineValues[]): string {
  const letters = lines.map(({ label }) => label.toUpperCase()).filter((label) => /^[A-Z]$/.test(label))
  const next = Math.max('A'.charCodeAt(0) - 1, ...letters.map((letter) => letter.charCodeAt(0))) + 1
  return next > 'Z'.charCodeAt(0) ? String(lines.length + 1) : String.fromCharCode(next)
}

export function newLine(lines: readonly LineValues[]): LineValues {
  return {
    key: newKey(),
    label: nextLabel(lines),
    title: '',
    category: '',
    installed: '',
    required: '',
    remarks: '',
    provisos: [],
    placard: '',
    operational: [],
    maintenance: [],
  }
}

const kept = (list: readonly ProcedureValues[]) =>
  list.flatMap(({ number }) => (number === undefined ? [] : [number]))
const added = (list: readonly ProcedureValues[]) =>
  list.flatMap(({ path }) => (path === undefined ? [] : [path]))

export function itemChangeOf({ number, title, lines }: ItemValues): DispatchItemChange {
  return {
    number,
    title,
    lines: lines.map(({ key: _key, own: _own, provisos, operational, maintenance, ...line }) => ({
      ...line,
      provisos: provisos.map((proviso) => ({ number: proviso.number, text: proviso.text })),
      operational: kept(operational),
      maintenance: kept(maintenance),
      newOperational: added(operational),
      newMaintenance: added(maintenance),
    })),
  }
}

/** The change without new provisos that have no text yet, to be compared while it is typed. */
export const comparedChangeOf = (values: ItemValues): DispatchItemChange => {
  const change = itemChangeOf(values)
  const isWritten = ({ number, text }: { number?: number; text: string }) =>
    number !== undefined || text.trim() !== ''
  return {
    ...change,
    lines: change.lines.map((line) => ({ ...line, provisos: line.provisos.filter(isWritten) })),
  }
}

/** A list with the entry at one place moved to another. */
export function movedTo<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, entry)
}

/** The letter of a proviso. */
export const provisoLabel = (index: number) =>
  index < 26 ? String.fromCharCode('a'.charCodeAt(0) + index) : String(index + 1)
